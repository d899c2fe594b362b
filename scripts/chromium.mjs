// Finds a Chromium for the browser tests, or installs one.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { installDebianPackage, isExecutable, requireVersion } from './debian-packages.mjs'
import { root } from './prepare.mjs'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
// Debian 12 had this version when it was last updated; older ones were never tried.
const oldestVersion = 150
// Without access to the download servers, Playwright would retry for a long time.
const downloadTimeoutMs = 180_000

/**
 * Returns the paths of a Chromium and of its headless shell, which draws no window and needs a quarter less time. Without a shell, or when
 * CHROMIUM names the browser, both paths are the same.
 * @throws Error with what to do when there is none that is new enough and none can be installed
 */
export async function findOrInstallChromium() {
  const full = (await findChromium()) ?? (await downloadChromium()) ?? installChromium() ?? fail()
  const shell = process.env.CHROMIUM ? full : (findOrInstallShell() ?? full)
  for (const path of [full, shell]) requireVersion(path, 'Chromium', oldestVersion)
  return { full, shell }
}

function findOrInstallShell() {
  const find = () => findOnPath(shellNames)
  if (!find()) installDebianPackage('chromium-headless-shell')
  return find()
}

function findOnPath(names) {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => names.map((name) => join(folder, name)))
    .find(isExecutable)
}

async function findChromium() {
  if (process.env.CHROMIUM) {
    if (existsSync(process.env.CHROMIUM)) return process.env.CHROMIUM
    throw new Error(`CHROMIUM: there is no ${process.env.CHROMIUM}.`)
  }
  const onPath = findOnPath(names)
  if (onPath) return onPath
  const { chromium } = await import('@playwright/test')
  const own = chromium.executablePath()
  return own && existsSync(own) ? own : undefined
}

async function downloadChromium() {
  process.stderr.write('Installing Chromium…\n')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'install', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: downloadTimeoutMs,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '10000' },
  })
  const path = status === 0 ? await findChromium() : undefined
  // On a minimal system the download lacks libraries that Debian's package depends on.
  return path && spawnSync(path, ['--version']).status === 0 ? path : undefined
}

function installChromium() {
  installDebianPackage('chromium')
  return names.map((name) => join('/usr/bin', name)).find(isExecutable)
}

function fail() {
  throw new Error('There is no Chromium for the browser tests. Install one, or set CHROMIUM to its path.')
}
