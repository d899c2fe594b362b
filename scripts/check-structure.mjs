// Holds the code to the rules of docs/architecture.md that a compiler does not know: who may import whom, how files are
// called, no cycles. Prints a line for each breach and exits with 1.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const folders = ['contract', 'packages', 'server', 'client', 'test', 'e2e', 'bench']
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
const clientLayers = ['lib', 'ui', 'features', 'pages']
// A screen of code has one subject; what is much longer has several.
const longestFile = 300

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

const breaches = []
const imports = new Map()

for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  const found = importsOf(file, text)
  imports.set(
    file,
    found.filter((name) => known.has(name)),
  )
  const breach = (rule) => breaches.push(`${file}: ${rule}`)
  const isTest = /\.(test|spec)\.tsx?$/.test(file)

  const name = file
    .split('/')
    .at(-1)
    .replace(/(\.(d|test|spec|bench))?\.tsx?$/, '')
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(name)) breach('file names are kebab-case')
  if (vagueNames.has(name)) breach(`"${name}" says nothing about what is in it`)
  const lines = text.split('\n').length
  if (lines > longestFile && !isTest) breach(`${lines} lines: split it by subject, ${longestFile} at most`)

  for (const name of found) {
    if (!isTest) checkImport(file, name, breach)
    if (name.startsWith('server/') && file.startsWith('client/')) breach(`the client imports ${name}`)
    if (name.startsWith('client/') && file.startsWith('server/')) breach(`the server imports ${name}`)
  }
}

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

for (const feature of readdirSync(join(root, 'server/features'))) {
  if (!known.has(`server/features/${feature}/routes.ts`))
    breaches.push(`server/features/${feature}: no routes.ts`)
}

const state = new Map()
function findCycle(file, path) {
  if (state.get(file) === 'done') return
  if (state.get(file) === 'open') {
    breaches.push(`a cycle: ${[...path.slice(path.indexOf(file)), file].join(' > ')}`)
    return
  }
  state.set(file, 'open')
  for (const next of imports.get(file)) findCycle(next, [...path, file])
  state.set(file, 'done')
}
for (const file of files) findCycle(file, [])

for (const line of breaches) process.stderr.write(`${line}\n`)
if (breaches.length > 0) process.exit(1)
