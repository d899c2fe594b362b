// Finds or installs programs that the tests need and that Debian packages.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, isAbsolute, join } from 'node:path'

export function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs a package when the system is Debian or derived from it and this process runs as root. */
export function installDebianPackage(name) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const options = {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }
  spawnSync('apt-get', ['update', '-qq'], options)
  spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], options)
}

/**
 * Installs a package when its program (a name or an absolute path) is missing; returns the program's path.
 * @throws Error with what to do when it cannot be installed
 */
export function findOrInstall(program, packageName) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  const paths = isAbsolute(program) ? [program] : folders.map((folder) => join(folder, program))
  const find = () => paths.find(isExecutable)
  if (!find()) {
    process.stderr.write(`Installing ${program}…\n`)
    installDebianPackage(packageName)
  }
  const found = find()
  if (!found) throw new Error(`There is no ${program} for the tests. Install the package ${packageName}.`)
  return found
}

/**
 * Checks that a browser is not older than the version that the tests were tried with.
 * @throws Error with the required version when the browser is older or does not start
 */
export function requireVersion(path, name, oldestVersion) {
  const { stdout, stderr, error } = spawnSync(path, ['--version'], { encoding: 'utf8' })
  const version = /\d+(\.\d+)*/.exec(stdout ?? '')?.[0]
  const need = `The browser tests need ${name} ${oldestVersion} or newer`
  if (!version) {
    const reason = (stderr || error?.message || 'it ends without a message').trim().split('\n')[0]
    throw new Error(`${need}, and ${path} does not start: ${reason}`)
  }
  if (Number.parseInt(version, 10) < oldestVersion) throw new Error(`${need}, and ${path} is ${version}.`)
}

/** Installs the virus scanner when it is missing. @throws Error with what to do when it cannot be installed */
export function findOrInstallClamd() {
  findOrInstall('clamd', 'clamav-daemon')
}

/**
 * Installs the programs that read and check signed agreements when they are missing. @throws Error with what to do when one cannot
 * be installed
 */
export function findOrInstallPdfPrograms() {
  findOrInstall('pdftotext', 'poppler-utils')
  findOrInstall('qpdf', 'qpdf')
  findOrInstall('openssl', 'openssl')
}

// Debian 12 had this extended support release when it was last updated; older ones were never tried.
const oldestFirefox = 140

/** Returns the path of a Firefox, installed if necessary. @throws Error with what to do when no Firefox is new enough */
export function findOrInstallFirefox() {
  const path = process.env.FIREFOX || findOrInstall('firefox-esr', 'firefox-esr')
  if (!isExecutable(path)) throw new Error(`FIREFOX: there is no ${path}.`)
  requireVersion(path, 'Firefox', oldestFirefox)
  return path
}

/** Installs WebKitGTK, its driver and a virtual display. @throws Error with what to do when one cannot be installed */
export function findOrInstallWebKit() {
  findOrInstall('WebKitWebDriver', 'webkit2gtk-driver')
  findOrInstall('Xvfb', 'xvfb')
}
