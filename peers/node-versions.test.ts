import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const project = join(import.meta.dirname, '..')
const folder = mkdtempSync(join(tmpdir(), 'node-versions-'))
// The account of the embedded PostgreSQL has to be able to enter the folder.
chmodSync(folder, 0o755)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// The variables with which a machine reaches the registry through a proxy.
const reachesRegistry = Object.fromEntries(
  Object.entries(process.env).filter(([name]) =>
    /^(NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(cafile|registry|https?_proxy|noproxy))$/i.test(
      name,
    ),
  ),
)

/** Installs a Node and an npm into a folder, and returns the two files. */
const installNode = (node: string, npm: string) => {
  const prefix = join(folder, `node-${node}-npm-${npm}`)
  mkdirSync(prefix)
  const platform = `node-${process.platform}-${process.arch}`
  const options = [
    '--prefix',
    prefix,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--force',
  ]
  execFileSync('npm', ['install', ...options, `${platform}@${node}`, `npm@${npm}`], { cwd: prefix })
  return {
    bin: join(prefix, 'node_modules', platform, 'bin'),
    npm: join(prefix, 'node_modules/npm/bin/npm-cli.js'),
  }
}

test.each([
  ['18', '9'],
  ['18', '10'],
  ['20', '9'],
  ['20', '10'],
  ['22', '10'],
  ['22', '11'],
  ['24', '11'],
])('npm start of a fresh clone works with Node %s and npm %s', async (node, npm) => {
  const installed = installNode(node, npm)
  const clone = join(folder, `clone-${node}-${npm}`)
  execFileSync('git', ['clone', '--quiet', project, clone])
  const child = spawn(join(installed.bin, 'node'), [installed.npm, 'start'], {
    cwd: clone,
    env: {
      PATH: `${installed.bin}:/usr/bin:/bin`,
      HOME: folder,
      DATA_DIR: join(clone, 'data'),
      PORT: '0',
      ...reachesRegistry,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = once(child, 'exit')
  const ready = new Promise<string>((resolve) => {
    child.stdout.on('data', () => {
      const url = /Partner Portal is ready at (\S+)/.exec(output)?.[1]
      if (url) resolve(url)
    })
  })
  const url = await Promise.race([ready, ended.then(() => Promise.reject(new Error(`It ended:\n${output}`)))])
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
  // Signal the whole group, as a terminal and systemd do, because npm 9 passes no signal on.
  process.kill(-(child.pid ?? 0), 'SIGTERM')
  await ended
  rmSync(clone, { recursive: true, force: true })
})
