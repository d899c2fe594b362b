// Holds the code to the rules of docs/architecture.md that a compiler does not know: who may import whom, how files are
// called, no cycles. Prints a line for each breach and exits with 1.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { findMixedText } from './mixed-text.mjs'
import { findRepeatedLines } from './repeated-lines.mjs'

const root = resolve(import.meta.dirname, '..')
const folders = ['contract', 'packages', 'server', 'client', 'test', 'e2e', 'peers', 'browsers', 'bench']
const vagueNames = new Set([
  'utils',
  'util',
  'helpers',
  'helper',
  'common',
  'index',
  'manager',
  'service',
  'base',
])
const clientLayers = ['lib', 'ui', 'domain', 'features', 'pages']
// A screen of code has one subject; a much longer file has several.
const maxLines = 300
// Fewer are alike by chance, such as the columns of two tables.
const repeatedLines = 8
// The form of an agreement's text that has been published does not change any more.
const frozenFile = /-\d{4}-\d\d-\d\d-form\.ts$/

// Names that plain ones have replaced, and the shapes of names that would bring them back.
const replacedNames =
  /\b(recordDeeds?|deeds?Of|eyesOf|requireOwnEyes|chatDesk|useRested|comeToRest|ChatStanding|writeLetter|patience|(hold|most|usual)[A-Z]\w*|(?!connectionTimeout|folder)\w+Millis)\b/g
// Words that comments and test titles do without.
const replacedWords = /\b(deeds?|eyes|greets?|obeys?|settles?|tells?|told)\b/gi
// The beginning of a comment that has no subject. The second line of a comment may begin so.
const fragment = /(?<!^[ \t]*\/\/.*\n)^[ \t]*(?:\/\/|\/\*\*?(?:\n[ \t]*\*)?) *(?:Of|Whose|Whom)\b/gm
const isProse = (line) => /^\s*(\/\/|\/?\*)/.test(line) || /^\s*(test|describe)\b.*\(['"`]/.test(line)

const files = folders.flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name))),
)
const known = new Set(files)

const importPattern =
  /(?:^|\n)\s*(?:import|export)\s[^'"]*?from\s+['"]([^'"]+)['"]|(?:^|\n)\s*import\s+['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g

/** What a file imports: paths of the project as they stand in it, and names of packages. */
const importsOf = (file, text) =>
  [...text.matchAll(importPattern)].map((match) => {
    const name = match[1] ?? match[2] ?? match[3]
    if (name.startsWith('#')) return name.slice(1)
    if (name.startsWith('.')) return relative(root, resolve(root, dirname(file), name))
    return `package:${name}`
  })

// These helpers start the portal as a process, which takes more than a second of a core each time.
const startsPortal = /^test\/(killable-server|mail-faults|portal-command|server-process)\.ts$/

// A loop over widths around a test. Where the body measures places or sizes, each width proves something of its own.
const testAtEachWidth =
  /^for \(const [^)]*\b(?:width|height|viewport|device)\b[^{]*\{\s*(?:test|describe)\b.*?^\}/gms
const measuresLayout = /\b(boundingBox|getBoundingClientRect|scrollWidth|findFaults|flushShifts)\b/

const guardedStorage = 'client/lib/storage.ts'
const guardedDatabases = /^client\/lib\/kept-(days|mark)\.ts$/

// A partner's home and files, the home of staff, and what every page loads.
const withoutForms = [
  'client/main.tsx',
  'client/pages/app-frame.tsx',
  'client/pages/dashboard-page.tsx',
  'client/pages/dashboard/staff-dashboard.tsx',
  'client/pages/resources-page.tsx',
  'client/pages/admin-page.tsx',
]

const breaches = []
const imports = new Map()
/** The files that each file loads when it runs, without those that it only takes types from. */
const loadedImports = new Map()
const productionTexts = []

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const found = importsOf(file, text)
  imports.set(
    file,
    found.filter((name) => known.has(name)),
  )
  loadedImports.set(
    file,
    importsOf(file, text.replace(/^import type [^'"]*['"][^'"]*['"]$|\bimport\(/gms, '')),
  )
  const breach = (rule) => breaches.push(`${file}: ${rule}`)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)
  const isProduction = /^(contract|packages|server|client)\//.test(file) && !isTest
  if (isProduction && !frozenFile.test(file)) productionTexts.push([file, text])

  const name = file
    .split('/')
    .at(-1)
    .replace(/(\.(d|test|browser\.test|slow\.test|spec|slow\.spec|bench|config))?\.tsx?$/, '')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) breach('file names are kebab-case')
  if (vagueNames.has(name)) breach(`"${name}" says nothing about what is in it`)
  const lines = text.split('\n')
  if (lines.length > maxLines && !isTest)
    breach(`${lines.length} lines: split it by subject, ${maxLines} at most`)
  if (file.startsWith('client/') && file.endsWith('.tsx') && !isTest) {
    for (const line of findMixedText(file, text))
      breach(`line ${line}: words and a value beside them are one string, for browsers that translate`)
  }
  const isInBrowser = file.startsWith('client/') && !isTest && file !== guardedStorage
  if (isInBrowser && /\b(sessionStorage|localStorage|document\.cookie)\b/.test(text))
    breach(`only ${guardedStorage} uses the storage of the browser, which may refuse it`)
  if (isInBrowser && !guardedDatabases.test(file) && /\b(indexedDB|caches)\b/.test(text))
    breach('only the days of events are kept in databases and caches of the browser')
  for (const [index, line] of lines.entries()) {
    const words = [...line.matchAll(replacedNames), ...(isProse(line) ? line.matchAll(replacedWords) : [])]
    for (const [word] of words) breach(`line ${index + 1}: "${word}" was replaced by a plain word`)
  }

  for (const { index } of text.matchAll(fragment))
    breach(`line ${text.slice(0, index).split('\n').length}: a comment begins with a noun or a verb`)

  if (
    /^(server|packages)\/.*\.test\.ts$/.test(file) &&
    !/\.slow\.test\.ts$/.test(file) &&
    found.some((each) => startsPortal.test(each))
  )
    breach('a test that starts the portal as a process is called .slow.test.ts')

  if (file.startsWith('e2e/')) {
    for (const [loop] of text.matchAll(testAtEachWidth))
      if (!measuresLayout.test(loop)) breach('a test is repeated at another width, and measures no layout')
  }

  for (const name of found) {
    if (!isTest) checkImport(file, name, breach)
    if (name.startsWith('server/') && file.startsWith('client/')) breach(`the client imports ${name}`)
    if (name.startsWith('client/') && file.startsWith('server/')) breach(`the server imports ${name}`)
  }
}

const snapshots = readdirSync(join(root, 'server/db/migrations/meta')).filter((name) =>
  /_snapshot/.test(name),
)
if (snapshots.length !== 1) breaches.push('server/db/migrations/meta: only the newest snapshot stays')

for (const places of findRepeatedLines(productionTexts, repeatedLines))
  breaches.push(`${places}: the same ${repeatedLines} lines of code`)

function checkImport(file, name, breach) {
  if (file.startsWith('contract/') && !name.startsWith('contract/') && name !== 'package:zod') {
    breach(`the contract imports ${name}`)
  }
  if (file.startsWith('packages/')) {
    const ownFolder = file.split('/').slice(0, 2).join('/')
    const isOutside = !name.startsWith('package:') && !name.startsWith(`${ownFolder}/`)
    if (isOutside) breach(`a package imports ${name} from outside its folder`)
  }
  if (file.startsWith('server/') && name.startsWith('packages/') && !isExported(name)) {
    breach(`${name} is not among the exports of its package`)
  }
  const isBelowFeatures =
    /^server\/(bus|db|domain-events|file-types|http|mail|sessions|storage)\//.test(file) &&
    !file.startsWith('server/db/demo/')
  if (isBelowFeatures && name.startsWith('server/features/'))
    breach(`features import it, and it imports ${name}`)
  const isData = /\/(data|actions)\.ts$/.test(file) || file.startsWith('server/db/')
  if (file.startsWith('server/') && !isData && /^package:drizzle-orm/.test(name)) {
    breach('only data.ts, actions.ts and server/db import Drizzle')
  }
  if (!file.startsWith('client/') || !name.startsWith('client/')) return
  const [, layer, feature] = file.split('/')
  const [, layerOfImport, featureOfImport] = name.split('/')
  const [from, to] = [clientLayers.indexOf(layer), clientLayers.indexOf(layerOfImport)]
  if (from >= 0 && to > from) breach(`${layer} imports ${name}`)
  if (layer === 'features' && layerOfImport === 'features' && feature !== featureOfImport) {
    breach(`one feature imports another: ${name}`)
  }
}

/** Whether the package.json of a folder in packages/ exports the file. */
function isExported(path) {
  const [, folder, ...file] = path.split('/')
  const { exports } = JSON.parse(readFileSync(join(root, 'packages', folder, 'package.json'), 'utf8'))
  return Object.values(exports).includes(`./${file.join('/')}`)
}

const subjects = new Set(readdirSync(join(root, 'contract')).map((name) => name.replace(/\.ts$/, '')))
for (const side of ['server/features', 'client/features']) {
  for (const feature of readdirSync(join(root, side))) {
    if (!subjects.has(feature)) breaches.push(`${side}/${feature}: no subject of this name in contract/`)
    if (side === 'server/features' && !known.has(`${side}/${feature}/routes.ts`))
      breaches.push(`${side}/${feature}: no routes.ts`)
  }
}

/** Reports each way round in a graph: `edges` gives what a node imports. */
function reportCycles(nodes, edges, what) {
  const state = new Map()
  const visit = (node, path) => {
    if (state.get(node) === 'done') return
    if (state.get(node) === 'open') {
      breaches.push(`a cycle of ${what}: ${[...path.slice(path.indexOf(node)), node].join(' > ')}`)
      return
    }
    state.set(node, 'open')
    for (const next of edges(node)) visit(next, [...path, node])
    state.set(node, 'done')
  }
  for (const node of nodes) visit(node, [])
}
reportCycles(files, (file) => imports.get(file), 'files')

/** Returns how a file comes to load Zod, file by file; undefined if it does not. */
function wayToZod(file, seen = new Set()) {
  if (seen.has(file)) return
  seen.add(file)
  for (const name of loadedImports.get(file) ?? []) {
    if (name === 'package:zod') return [file, 'zod']
    const way = wayToZod(name, seen)
    if (way) return [file, ...way]
  }
}
for (const file of withoutForms) {
  const way = wayToZod(file)
  if (way) breaches.push(`${file} loads Zod before any form: ${way.join(' > ')}`)
}

// Labels, limits and lists that a browser needs are in files of the contract that do not load Zod.
for (const [file, loaded] of loadedImports) {
  if (!file.startsWith('client/') || /\.test\.tsx?$/.test(file)) continue
  const text = readFileSync(join(root, file), 'utf8')
  for (const schemas of loaded.filter((name) => name.startsWith('contract/') && wayToZod(name))) {
    const source = readFileSync(join(root, schemas), 'utf8')
    const [, names = ''] = new RegExp(`import \\{([^}]*)\\} from '#${schemas}'`).exec(text) ?? []
    for (const name of names
      .split(',')
      .map((each) => each.trim())
      .filter(Boolean))
      if (new RegExp(`^export const ${name}\\b[^=]*= (?:[\\d'"\`[{]|keysOf)`, 'm').test(source))
        breaches.push(`${file}: ${name} is no schema, so it does not belong in ${schemas}, which loads Zod`)
  }
}

const featureOf = (file) => /^server\/features\/[^/]+/.exec(file)?.[0]
const featureImports = new Map()
for (const file of files) {
  const feature = featureOf(file)
  // Tests look at what several features do together.
  if (!feature || /\.test\.ts$/.test(file)) continue
  const known = featureImports.get(feature) ?? new Set()
  featureImports.set(feature, known)
  for (const name of imports.get(file))
    if (featureOf(name) && featureOf(name) !== feature) known.add(featureOf(name))
}
reportCycles(featureImports.keys(), (feature) => featureImports.get(feature), 'features')

// What docs/security.md claims stands on files and tests: "`x.test.ts` (words)" means that these words are in that test.
const securityDocument = readFileSync(join(root, 'docs/security.md'), 'utf8')
const namedFile =
  /`((?:contract|packages|server|client|test|e2e|bench|scripts|docs)\/[\w./-]+\.\w+)`(?: \(([^)]+)\))?/g
const linked = [...securityDocument.matchAll(/\]\(([^)#:]+)\)/g)].map(([, path]) => [
  `docs/${path}`,
  undefined,
])
const named = [...securityDocument.matchAll(namedFile)].map(([, path, words]) => [path, words])
for (const [path, words] of [...linked, ...named]) {
  const breach = (rule) => breaches.push(`docs/security.md: ${rule}`)
  if (!existsSync(join(root, path))) breach(`no file ${path}`)
  else if (words && /\.(test|spec)\.ts$/.test(path)) {
    const text = readFileSync(join(root, path), 'utf8').toLowerCase()
    for (const part of words.toLowerCase().split(', '))
      if (!text.includes(part)) breach(`${path} does not contain "${part}"`)
  }
}

// A change that a newcomer makes by docs/adding-things.md begins at files that are there. A path with "…" in it is a new one.
const guide = readFileSync(join(root, 'docs/adding-things.md'), 'utf8')
for (const [, path] of guide.matchAll(/`((?:contract|server|client|test|docs)\/[\w./-]+)`/g))
  if (!existsSync(join(root, path))) breaches.push(`docs/adding-things.md: no file ${path}`)

const maxFilesOfSubject = 22
const [, subjectGuide = ''] = /^## A new subject\n(.*?)^The tests/ms.exec(guide) ?? []
const filesOfSubject = subjectGuide.split('\n').filter((line) => line.startsWith('| `')).length
if (filesOfSubject === 0 || filesOfSubject > maxFilesOfSubject)
  breaches.push(
    `docs/adding-things.md: a new subject has ${filesOfSubject} files, ${maxFilesOfSubject} at most`,
  )

for (const line of breaches) process.stderr.write(`${line}\n`)
if (breaches.length > 0) process.exit(1)
