// Which file of the built client a module goes to. Left alone, the bundler makes a file for each set of lazily loaded parts that have
// something in common: hundreds of small ones, each of which costs a phone more than what is in it.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { plainPart, schemaPart } from './client-contract.ts'

const client = join(import.meta.dirname, '../client')
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

// Of source: what is larger stays apart from the parts that do not use it.
const smallLength = 8_000
const portal = join(client, 'main.tsx')
const signIn = join(client, 'sign-in/main.tsx')
const verify = join(client, 'verify/main.tsx')

/** Each file with the modules that it is for. What they load goes there, too, unless an earlier file has it. */
const first = {
  portal: ['main.tsx'],
  toaster: ['ui/toaster.tsx'],
  forms: ['sign-in/main.tsx'],
  home: ['pages/app-frame.tsx', 'pages/dashboard-page.tsx'],
  // The last part of the home pages, and of a record.
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

/** What a form brings with it, and what only some screens open. */
const formFiles = new Set(['combobox', 'edit-form', 'upload', 'agreement', 'chat'])

/** Everything that this module loads is for staff. */
const [adminTabs = ''] = at(['pages/admin-tabs.ts'])

/** Partners never load these modules, although modules that they load name them. */
const forStaff = at([
  'domain/reason-dialog.tsx',
  'features/activations/staff-activations.tsx',
  'features/announcements/staff/staff-announcement.tsx',
  'features/documents/document-dialog.tsx',
  'features/documents/document-menu-dialogs.tsx',
  'features/documents/export-dialog.tsx',
  'features/documents/life-dialogs.tsx',
  'features/documents/shared/shared-document-dialogs.tsx',
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

/**
 * All modules that load with these, themselves included. Schemas have files of their own, and what only they need is not loaded without
 * them: only the page for signing in is a form from its start.
 */
const loadedWith = (ids: readonly string[], infoOf: InfoOf) => {
  const loaded = new Set<string>()
  const visit = (id: string) => {
    if (loaded.has(id)) return
    loaded.add(id)
    if (!id.endsWith(schemaPart) || ids.includes(signIn)) infoOf(id)?.importedIds.forEach(visit)
  }
  ids.forEach(visit)
  return loaded
}

/** The modules that something loads when it needs them. */
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
  visit(verify)
  return lazy
}

const iconsPath = /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]([\w-]+)\.mjs$/

/**
 * The icons that modules name, by their files. All of them hang on the one module that lists them, so that the graph has every icon loaded by
 * whatever loads one.
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
  const ofVerify = loadedWith([verify], infoOf)
  const setsOf = (files: Record<string, string[]>) =>
    Object.entries(files).map(([name, paths]) => ({ name, loaded: loadedWith(at(paths), infoOf) }))
  const [firstSets, largeSets] = [setsOf(first), setsOf(large)]
  const largeRoots = new Set(at(Object.values(large).flat()))
  const lazy = [...lazyModules(infoOf)].map((id) => ({ id, loaded: loadedWith([id], infoOf) }))
  const loadersOf = (id: string) => lazy.filter(({ loaded }) => loaded.has(id))
  // With what only these load. What they have in common goes to a file for staff.
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
  const iconsOfVerify = iconsOf(ofVerify, infoOf)
  // Else the page that verifies agreements would load what the portal's screens have beside it.
  const besideVerify = (file: string | undefined) => (file ? `${file}-and-verify` : 'verify-parts')
  const ofFirst = (id: string) => {
    const icon = iconsPath.exec(id)?.[1]
    if (icon) {
      const file = icons.find(({ files }) => files.has(icon))?.name
      return file !== 'base' && iconsOfVerify.has(icon) ? besideVerify(file) : (file ?? 'icons')
    }
    if (ofPortal.has(id) && (ofSignIn.has(id) || ofVerify.has(id))) return 'base'
    if (/node_modules[\\/]zod[\\/]|client[\\/]lib[\\/]zod\.ts/.test(id)) return 'zod'
    // What only reads goes without schemas.
    if (id.endsWith(schemaPart)) return ofSignIn.has(id) ? 'sign-in-schemas' : 'schemas'
    const file = firstSets.find(({ loaded }) => loaded.has(id))?.name
    return ofVerify.has(id) && !ofSignIn.has(id) ? besideVerify(file) : file
  }
  const isSmall = (id: string) => {
    const added = [...loadedWith([id], infoOf)].filter((module) => !ofFirst(module))
    if (added.some((module) => module.includes('node_modules'))) return false
    return added.reduce((sum, module) => sum + (infoOf(module)?.code?.length ?? 0), 0) < smallLength
  }
  const ofPartners = (id: string) => {
    const known = ofFirst(id)
    const loaders = loadersOf(id)
    const isOutside = ofSignIn.has(id) || ofVerify.has(id)
    if (known) return isOutside && loaders.length === 0 && !ofPortal.has(id) ? null : known
    if (id.endsWith(plainPart) && isSmall(id)) return 'contract'
    if (loaders.length > 1 && !isForStaff(loaders) && !largeRoots.has(id) && isSmall(id)) return 'shared'
    return largeSets.find(({ loaded }) => loaded.has(id))?.name
  }
  // A file of the contract loads its schemas only for whoever uses one of them, which the graph does not tell.
  const needsForms = (id: string) =>
    [...loadedWith([id], infoOf)].some((module) => formFiles.has(ofPartners(module) ?? ''))
  return (id: string) => {
    // What begins a page runs when its file is loaded.
    if (id === portal || id === signIn || id === verify) return null
    const file = ofPartners(id)
    if (file !== undefined) return file
    const loaders = loadersOf(id)
    if (loaders.length < 2 || !isForStaff(loaders)) return null
    return needsForms(id) ? 'staff-forms' : 'staff'
  }
}

/** For the bundler's groups: gives each module the name of its file, or null where that is the file of what alone loads it. */
export const clientFile = () => {
  let fileOf: ReturnType<typeof sort> | undefined
  return (id: string, graph: { getModuleInfo: InfoOf }) => {
    fileOf ??= sort((module) => graph.getModuleInfo(module))
    return fileOf(id)
  }
}
