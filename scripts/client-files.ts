// Decides which file of the built client a module goes to. By default, the bundler makes a file for each set of lazily loaded modules that
// share something: hundreds of small files, and requesting each costs a phone more than its content.
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const client = join(import.meta.dirname, '../client')
const contract = join(import.meta.dirname, '../contract/')
const at = (paths: readonly string[]) =>
  paths.map((path) => {
    const file = join(client, path)
    if (!existsSync(file)) throw new Error(`scripts/client-files.ts names ${path}, which is not there`)
    return file
  })

interface ModuleInfo {
  importedIds: readonly string[]
  dynamicallyImportedIds: readonly string[]
  dynamicImporters: readonly string[]
  code: string | null
}
/** The bundler's graph of modules. */
type InfoOf = (id: string) => ModuleInfo | null

// In characters of source. Larger modules stay apart from the parts that do not use them.
const smallLength = 8_000
const portal = join(client, 'main.tsx')
const signIn = join(client, 'sign-in/main.tsx')
const verify = join(client, 'verify/main.tsx')
const outside = [verify, join(client, 'day/main.tsx')]

/** The first files, each with the modules that it is for. What these load is in the same file, unless an earlier file has it. */
const first = {
  portal: ['main.tsx'],
  toaster: ['ui/toaster.tsx'],
  forms: ['sign-in/main.tsx'],
  home: ['pages/app-frame.tsx', 'pages/dashboard-page.tsx'],
  // The calendar is the last part of the home pages and of a partner's page.
  calendar: ['features/calendar/calendar.tsx'],
}
const large = {
  dialog: ['ui/dialog.tsx', 'ui/menu.tsx'],
  'edit-form': [
    'lib/use-edit-form.ts',
    'ui/form-dialog.tsx',
    'features/partners/profile/profile-values.ts',
    'features/account/recovery-codes/recovery-code-form.tsx',
  ],
  combobox: ['ui/combobox.tsx', 'domain/partner-picker.tsx'],
  upload: ['domain/files/uploader.ts'],
  agreement: ['features/documents/sign-agreement.tsx'],
  chat: ['features/chat/chat-panel.tsx'],
}

/** The files that a form brings with it, and the files that only some screens open. */
const formFiles = new Set(['combobox', 'edit-form', 'upload', 'agreement', 'chat'])

/** The module that loads the tabs of the admin page. Everything that it loads is for staff. */
const [adminTabs = ''] = at(['pages/admin-tabs.ts'])

/** Modules that partners never load, although modules that partners load name them. */
const forStaff = at([
  'domain/reason-dialog.tsx',
  'features/activations/activation-dialog.tsx',
  'features/activations/activation-menu.tsx',
  'features/activations/add-partners-dialog.tsx',
  'features/activations/plan/add-plan-dialog.tsx',
  'features/activations/staff-activations.tsx',
  'features/announcements/staff/staff-announcement.tsx',
  'features/documents/document-dialog.tsx',
  'features/documents/document-menu-dialogs.tsx',
  'features/documents/export-dialog.tsx',
  'features/documents/life-dialogs.tsx',
  'features/documents/shared/shared-document-dialogs.tsx',
  'features/obligations/term-questions.tsx',
  'features/obligations/terms-dialog.tsx',
  'features/obligations/waive-dialog.tsx',
  'features/payments/invoices/decision-dialogs.tsx',
  'features/payments/record-payment-dialog.tsx',
  'features/payments/reverse-dialog.tsx',
  'features/resources/editing/file-actions.tsx',
  'features/resources/editing/folder-actions.tsx',
  'features/resources/editing/staff-file-details.tsx',
  'features/resources/editing/upload-resources.tsx',
  'features/tasks/task-dialog.tsx',
  'pages/admin-page.tsx',
  'pages/dashboard/staff-dashboard.tsx',
  'pages/opened/new-task.tsx',
  'pages/opened/opened-partner.tsx',
  'pages/opened/opened-shared-agreement.tsx',
])

const isZod = (id: string) => /node_modules[\\/]zod[\\/]|client[\\/]lib[\\/]zod\.ts/.test(id)

const known = new Map<string, boolean>()

/** Returns whether a module is a file of the contract with schemas: one that loads Zod. */
const isSchema = (id: string, infoOf: InfoOf): boolean => {
  if (!id.startsWith(contract)) return false
  const found = known.get(id)
  if (found !== undefined) return found
  const imported = infoOf(id)?.importedIds ?? []
  const loadsZod = imported.some((each) => isZod(each) || isSchema(each, infoOf))
  known.set(id, loadsZod)
  return loadsZod
}

/**
 * Returns all modules that load with these, including themselves. Schemas have a file of their own, so what only they need is left out.
 * The exception is the sign-in page, which shows a form from its start.
 */
const loadedWith = (ids: readonly string[], infoOf: InfoOf) => {
  const loaded = new Set<string>()
  const visit = (id: string) => {
    if (loaded.has(id)) return
    loaded.add(id)
    if (!isSchema(id, infoOf) || ids.includes(signIn)) infoOf(id)?.importedIds.forEach(visit)
  }
  ids.forEach(visit)
  return loaded
}

/** Returns the modules that are loaded lazily. */
const lazyModules = (infoOf: InfoOf) => {
  const lazy = new Set<string>()
  const seen = new Set<string>()
  const visit = (id: string) => {
    if (seen.has(id)) return
    seen.add(id)
    const { importedIds = [], dynamicallyImportedIds = [] } = infoOf(id) ?? {}
    for (const loaded of dynamicallyImportedIds) lazy.add(loaded)
    for (const loaded of [...importedIds, ...dynamicallyImportedIds]) visit(loaded)
  }
  visit(portal)
  visit(signIn)
  outside.forEach(visit)
  return lazy
}

const iconsPath = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.mjs$/

/**
 * Returns the file names of the icons that modules use. One module of lucide-react lists all icons, so in the graph a module that uses one
 * icon seems to load them all.
 */
const iconsOf = (ids: Iterable<string>, infoOf: InfoOf) => {
  const named = new Set<string>()
  let list = ''
  for (const id of ids) {
    const code = infoOf(id)?.code ?? ''
    if (/lucide-react[\\/]dist[\\/]esm[\\/]lucide-react\.mjs$/.test(id)) list = code
    for (const [, names = ''] of code.matchAll(/import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g)) {
      for (const name of names.split(',')) named.add(name.trim().split(/\s+as\s+/)[0] ?? '')
    }
  }
  const files = new Set<string>()
  for (const [, names = '', file = ''] of list.matchAll(
    /export \{([^}]*)\} from ['"]\.\/icons\/([\w-]+)\.mjs['"]/g,
  )) {
    if ([...names.matchAll(/default as (\w+)/g)].some(([, name = '']) => named.has(name))) files.add(file)
  }
  return files
}

const sort = (infoOf: InfoOf) => {
  const [ofPortal, ofSignIn] = [loadedWith([portal], infoOf), loadedWith([signIn], infoOf)]
  const [ofVerify, ofOutside] = [loadedWith([verify], infoOf), loadedWith(outside, infoOf)]
  const setsOf = (files: Record<string, string[]>) =>
    Object.entries(files).map(([name, paths]) => ({ name, loaded: loadedWith(at(paths), infoOf) }))
  const [firstSets, largeSets] = [setsOf(first), setsOf(large)]
  const largeRoots = new Set(at(Object.values(large).flat()))
  const lazy = [...lazyModules(infoOf)].map((id) => ({ id, loaded: loadedWith([id], infoOf) }))
  const loadersOf = (id: string) => lazy.filter(({ loaded }) => loaded.has(id))
  // Staff modules include the modules that only these load. What several of them share goes to a file for staff.
  const staff = new Set([...forStaff, ...(infoOf(adminTabs)?.dynamicallyImportedIds ?? [])])
  const isForStaff = (loaders: typeof lazy) => loaders.every(({ id }) => staff.has(id))
  const isLoadedByStaff = (id: string) => {
    const loaders = loadersOf(id)
    return loaders.length > 0 && !ofPortal.has(id) && isForStaff(loaders)
  }
  for (let known = -1; known < staff.size; ) {
    known = staff.size
    for (const { id } of lazy) if (infoOf(id)?.dynamicImporters.every(isLoadedByStaff)) staff.add(id)
  }
  const icons = [
    { name: 'base', files: iconsOf([...ofPortal, ...ofSignIn], infoOf) },
    ...firstSets.map(({ name, loaded }) => ({ name, files: iconsOf(loaded, infoOf) })),
  ]
  const iconsOfOutside = iconsOf(ofOutside, infoOf)
  // Otherwise the pages outside the application would load whole files of the portal for the modules that they share with them.
  const besideOutside = (file: string | undefined) => (file ? `${file}-and-outside` : 'outside-parts')
  const ofFirst = (id: string) => {
    const icon = iconsPath.exec(id)?.[1]
    if (icon) {
      const file = icons.find(({ files }) => files.has(icon))?.name
      return file !== 'base' && iconsOfOutside.has(icon) ? besideOutside(file) : (file ?? 'icons')
    }
    if (ofPortal.has(id) && (ofSignIn.has(id) || ofVerify.has(id))) return 'base'
    if (isZod(id)) return 'zod'
    // Screens that only read load no schemas.
    if (isSchema(id, infoOf)) return ofSignIn.has(id) ? 'sign-in-schemas' : 'schemas'
    const file = firstSets.find(({ loaded }) => loaded.has(id))?.name
    return ofOutside.has(id) && !ofSignIn.has(id) ? besideOutside(file) : file
  }
  const isSmall = (id: string) => {
    const added = [...loadedWith([id], infoOf)].filter((module) => !ofFirst(module))
    if (added.some((module) => module.includes('node_modules'))) return false
    return added.reduce((sum, module) => sum + (infoOf(module)?.code?.length ?? 0), 0) < smallLength
  }
  const ofPartners = (id: string) => {
    const known = ofFirst(id)
    const loaders = loadersOf(id)
    const isOutside = ofSignIn.has(id) || ofOutside.has(id)
    if (known) return isOutside && loaders.length === 0 && !ofPortal.has(id) ? null : known
    if (id.startsWith(contract) && isSmall(id)) return 'contract'
    if (loaders.length > 1 && !isForStaff(loaders) && !largeRoots.has(id) && isSmall(id)) return 'shared'
    return largeSets.find(({ loaded }) => loaded.has(id))?.name
  }
  const needsForms = (id: string) =>
    [...loadedWith([id], infoOf)].some((module) => formFiles.has(ofPartners(module) ?? ''))
  return (id: string) => {
    // The entry of a page runs when its file is loaded, so it stays in a file of its own.
    if (id === portal || id === signIn || outside.includes(id)) return null
    const file = ofPartners(id)
    if (file !== undefined) return file
    const loaders = loadersOf(id)
    if (loaders.length < 2 || !isForStaff(loaders)) return null
    return needsForms(id) ? 'staff-forms' : 'staff'
  }
}

/** Names the file of each module, for the groups of the bundler; null for a module that belongs in the file of its only loader. */
export const clientFile = () => {
  let fileOf: ReturnType<typeof sort> | undefined
  return (id: string, graph: { getModuleInfo: InfoOf }) => {
    fileOf ??= sort((module) => graph.getModuleInfo(module))
    return fileOf(id)
  }
}
