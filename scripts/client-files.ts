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
  code: string | null
}
/** The bundler's graph of modules. */
type InfoOf = (id: string) => ModuleInfo | null

// Of source: what is larger stays apart from the parts that do not use it.
const smallLength = 8_000
const portal = join(client, 'main.tsx')
const signIn = join(client, 'sign-in/main.tsx')

/** Each file with the modules that it is for. What they load goes there, too, unless an earlier file has it. */
const first = {
  portal: ['main.tsx'],
  toaster: ['ui/toaster.tsx'],
  forms: ['sign-in/main.tsx'],
  home: ['pages/app-frame.tsx', 'pages/dashboard-page.tsx'],
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

/** What partners never load. What only these have in common goes to a file for staff. */
const forStaff = at([
  'domain/partner-picker.tsx',
  'domain/reason-dialog.tsx',
  'features/activations/activation-dialog.tsx',
  'features/activations/staff-activations.tsx',
  'features/audit-log/audit-log.tsx',
  'features/chat/inbox/inbox.tsx',
  'features/chat/office-hours/hours-form.tsx',
  'features/documents/document-dialog.tsx',
  'features/documents/document-menu-dialogs.tsx',
  'features/documents/shared/shared-document-dialogs.tsx',
  'features/partners/form/partner-dialogs.tsx',
  'features/partners/partners.tsx',
  'features/resources/editing/file-actions.tsx',
  'features/resources/editing/folder-actions.tsx',
  'features/resources/editing/staff-file-details.tsx',
  'features/resources/editing/upload-resources.tsx',
  'features/tasks/list/staff-task-list.tsx',
  'features/tasks/list/task-board.tsx',
  'features/tasks/staff-tasks.tsx',
  'features/tasks/task-dialog.tsx',
  'features/users/users.tsx',
  'pages/admin-page.tsx',
  'pages/admin/settings.tsx',
  'pages/dashboard/staff-dashboard.tsx',
  'pages/opened/new-task.tsx',
  'pages/opened/opened-partner.tsx',
  'pages/opened/opened-shared-agreement.tsx',
  'pages/opened/opened-shared-task.tsx',
])

/** All modules that load with these, themselves included. */
const loadedWith = (ids: readonly string[], infoOf: InfoOf) => {
  const loaded = new Set<string>()
  const visit = (id: string) => {
    if (loaded.has(id)) return
    loaded.add(id)
    infoOf(id)?.importedIds.forEach(visit)
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
  return lazy
}

const sort = (infoOf: InfoOf) => {
  const [ofPortal, ofSignIn] = [loadedWith([portal], infoOf), loadedWith([signIn], infoOf)]
  const setsOf = (files: Record<string, string[]>) =>
    Object.entries(files).map(([name, paths]) => ({ name, loaded: loadedWith(at(paths), infoOf) }))
  const [firstSets, largeSets] = [setsOf(first), setsOf(large)]
  const largeRoots = new Set(at(Object.values(large).flat()))
  const lazy = [...lazyModules(infoOf)].map((id) => ({ id, loaded: loadedWith([id], infoOf) }))
  const ofFirst = (id: string) => {
    if (ofPortal.has(id) && ofSignIn.has(id)) return 'base'
    if (/node_modules[\\/]zod[\\/]|client[\\/]lib[\\/]zod\.ts/.test(id)) return 'zod'
    // What only reads goes without schemas.
    if (id.endsWith(schemaPart)) return ofSignIn.has(id) ? 'sign-in-schemas' : 'schemas'
    return firstSets.find(({ loaded }) => loaded.has(id))?.name
  }
  const isSmall = (id: string) => {
    const added = [...loadedWith([id], infoOf)].filter((module) => !ofFirst(module))
    if (added.some((module) => module.includes('node_modules'))) return false
    return added.reduce((sum, module) => sum + (infoOf(module)?.code?.length ?? 0), 0) < smallLength
  }
  const loadersOf = (id: string) => lazy.filter(({ loaded }) => loaded.has(id))
  const isForStaff = (loaders: typeof lazy) => loaders.every(({ id }) => forStaff.includes(id))
  const ofPartners = (id: string) => {
    const known = ofFirst(id)
    const loaders = loadersOf(id)
    if (known) return ofSignIn.has(id) && loaders.length === 0 && !ofPortal.has(id) ? null : known
    if (id.endsWith(plainPart) && isSmall(id)) return 'contract'
    if (loaders.length > 1 && !isForStaff(loaders) && !largeRoots.has(id) && isSmall(id)) return 'shared'
    return largeSets.find(({ loaded }) => loaded.has(id))?.name
  }
  // A file of the contract loads its schemas only for whoever uses one of them, which the graph does not tell.
  const needsForms = (id: string) =>
    [...loadedWith([id], infoOf)].some((module) => formFiles.has(ofPartners(module) ?? ''))
  return (id: string) => {
    // What begins a page runs when its file is loaded.
    if (id === portal || id === signIn) return null
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
