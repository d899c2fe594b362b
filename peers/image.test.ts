import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { findFreePort } from './account-program.ts'
import { openContainerEngine } from './container-engine.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { openPortalClient } from './portal-client.ts'

const image = 'partner-portal'
const kubernetes = join(import.meta.dirname, '../docs/deploy/kubernetes.yaml')
const engine = await openContainerEngine()
const { podman } = engine
beforeAll(() => engine.buildPortal(image), 1_200_000)
afterAll(engine.close)

// The container is as confined as in docs/deploy/kubernetes.yaml: only the volume and /tmp are writable, and it has no capabilities.
const confined = [
  '--read-only',
  '--tmpfs',
  '/tmp',
  '--cap-drop',
  'all',
  '--security-opt',
  'no-new-privileges',
]
// Some machines may not raise the limits to Podman's defaults.
const limits = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']

/** Starts a container, and waits until the portal in it is ready. */
const start = async (name: string, volume: string, settings: Record<string, string>) => {
  const port = await findFreePort()
  const all = { PORT: String(port), BASE_URL: `http://localhost:${port}`, ...settings }
  const environment = Object.entries(all).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const place = ['--detach', '--name', name, '--network', 'host', '--volume', `${volume}:/data`]
  await podman('run', ...place, ...confined, ...limits, ...environment, image)
  const url = `http://localhost:${port}`
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) {
    if ((await inspect(name)).State.Status === 'exited') throw new Error(await podman('logs', name))
    await delay(200)
  }
  return url
}

const inspect = async (name: string) => JSON.parse(await podman('container', 'inspect', name))[0]
const portal = (name: string, ...args: string[]) => podman('exec', name, 'portal', ...args)
const tokenIn = (output: string) => /#token=([\w-]{43})/.exec(output)?.[1]

test('the image declares its user, its volume, its stop signal and its health check', async () => {
  const [{ Config, Healthcheck, Size }] = JSON.parse(await podman('image', 'inspect', image))
  expect(Config).toMatchObject({
    User: '10001:10001',
    Volumes: { '/data': {} },
    ExposedPorts: { '5000/tcp': {} },
    StopSignal: 'SIGTERM',
  })
  expect(Healthcheck.Test).toEqual(['CMD', 'node', 'scripts/health.mjs'])
  const debian = JSON.parse(await podman('image', 'inspect', 'debian:12-slim'))[0].Size
  // The portal adds Node with 127 MB, PostgreSQL with 60 MB, all other packages and the client to Debian.
  expect(Size - debian).toBeLessThan(340e6)
})

test('without settings it runs on its own PostgreSQL, and a new container on the same volume continues with its data', async () => {
  const url = await start('own', 'own', {})
  expect(await podman('exec', 'own', 'id')).toMatch(
    /^uid=10001\(portal\) gid=10001\(portal\) groups=10001\(portal\)$/m,
  )
  await expect(podman('exec', 'own', 'touch', '/app/x')).rejects.toThrow('Read-only file system')
  // The call rejects unless the command of the HEALTHCHECK exits with 0.
  await podman('healthcheck', 'run', 'own')
  expect(await portal('own', 'check', '--mail', 'boss@example.com')).not.toMatch(/^✗/m)
  expect(await portal('own', '--help')).toContain('usage: portal <command>')

  const email = 'boss@example.com'
  const token = tokenIn(await portal('own', 'admin', 'grant', email))
  const browser = openPortalClient(url)
  expect((await browser.post('/api/sign-in/redeem', { token })).status).toBe(200)
  expect(await (await browser.get('/api/auth/user')).json()).toMatchObject({ email, role: 'admin' })
  expect(await (await browser.get('/')).text()).toContain('<title>Dashboard · Partner Portal</title>')

  expect(await portal('own', 'backup', '/data/backup.zip')).toMatch(/SHA-256 [0-9a-f]{64}/)
  await podman('stop', '--time', '90', 'own')
  expect((await inspect('own')).State.ExitCode).toBe(0)
  await podman('rm', 'own')

  const again = await start('again', 'own', {})
  const link = tokenIn(await portal('again', 'admin', 'link', email))
  expect((await openPortalClient(again).post('/api/sign-in/redeem', { token: link })).status).toBe(200)
  await podman('stop', '--time', '90', 'again')

  const job = parseAllDocuments(await readFile(kubernetes, 'utf8'), { version: '1.1' })
    .map((document) => document.toJS())
    .find(({ kind }) => kind === 'CronJob')
  const { args } = job.spec.jobTemplate.spec.template.spec.containers[0]
  const place = ['--rm', '--network', 'host', '--volume', 'own:/data', ...confined, ...limits]
  await podman('run', ...place, '--volume', 'nightly:/backups:U', image, ...args)
  const nightly = await podman('run', ...place, '--volume', 'nightly:/backups', image, 'ls', '/backups')
  expect(nightly).toMatch(/^portal-\d{4}-\d\d-\d\dT\d{6}\.zip\n$/)

  const restore = [
    '--rm',
    '--volume',
    'own:/backups:ro',
    '--volume',
    'restored:/data',
    ...confined,
    ...limits,
  ]
  const restored = await podman(
    'run',
    ...restore,
    '--network',
    'host',
    image,
    'portal',
    'restore',
    '/backups/backup.zip',
  )
  expect(restored).toContain('the evidence is intact')
})

test('the health check fails when no portal responds', async () => {
  const place = ['--detach', '--name', 'idle', '--network', 'host', '--env', `PORT=${await findFreePort()}`]
  await podman('run', ...place, ...limits, image, 'sleep', '600')
  await expect(podman('healthcheck', 'run', 'idle')).rejects.toThrow()
})

test('DATABASE_URL makes it use another PostgreSQL', async () => {
  const postgres = await startDebianPostgres()
  try {
    await start('other', 'other', { DATABASE_URL: postgres.url })
    expect(await portal('other', 'check', '--mail', 'boss@example.com')).toMatch(/✓ Database: PostgreSQL 15/)
    await expect(podman('exec', 'other', 'ls', '/data/postgres')).rejects.toThrow('No such file')
    await podman('stop', '--time', '90', 'other')
    expect((await inspect('other')).State.ExitCode).toBe(0)
  } finally {
    await podman('rm', '--force', '--ignore', 'other')
    await postgres.stop()
  }
})

test('nothing is missing in the image: every module loads, and the demo draws pictures and seals agreements', async () => {
  // Modules of programs and threads start working when they are loaded.
  const script = `
    import { readdirSync } from 'node:fs'
    const files = ['server', 'contract', 'packages'].flatMap((folder) =>
      readdirSync('/app/' + folder, { recursive: true }).map((name) => '/app/' + folder + '/' + name))
    const modules = files.filter((file) => /\\.ts$/.test(file) && !/(main|-thread|-worker)\\.ts$/.test(file))
    for (const file of modules) await import(file)
    console.log(modules.length)
    process.exit(0)`
  const loaded = await podman(
    'run',
    '--rm',
    '--network',
    'host',
    ...limits,
    image,
    'node',
    '--input-type=module',
    '--eval',
    script,
  )
  expect(Number(loaded)).toBeGreaterThan(300)

  const url = await start('demo', 'demo', { DEMO: 'on', HOST: '127.0.0.1' })
  const browser = openPortalClient(url)
  await browser.get('/api/login?as=admin@demo.test')
  const picture = await readFile(join(import.meta.dirname, '../client/public/apple-touch-icon.png'))
  expect((await browser.put('/api/account/picture', picture, 'image/png')).status).toBe(200)
  // A job seals the agreements one after the other.
  let evidence = ''
  while (!/[1-9]\d* of them sealed/.test(evidence)) {
    await delay(500)
    evidence = await portal('demo', 'verify-evidence')
  }
  expect(evidence).toContain('Everything is intact.')
  await podman('rm', '--force', 'demo')
})
