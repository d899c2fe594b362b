import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import tls from 'node:tls'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { runPortalCommand } from '#test/portal-command.ts'
import { startS3 } from '#test/s3.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'
import { findFreePort } from './account-program.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { openPortalClient } from './portal-client.ts'

// Runs the services of compose.yaml as programs of this machine. Settings, certificates and proxy are as in the file, except for addresses.
const project = join(import.meta.dirname, '..')
const undo: (() => unknown)[] = []
afterAll(async () => {
  for (const step of undo.reverse()) await step()
})

const folder = mkdtempSync(join(tmpdir(), 'portal-compose-'))
undo.push(() => rmSync(folder, { recursive: true, force: true }))
chmodSync(folder, 0o755)
const certificates = join(folder, 'certificates')
execFileSync('sh', [join(project, 'docs/deploy/make-certificates.sh'), 'localhost'], { cwd: folder })
const pem = (name: string) => readFileSync(join(certificates, name), 'utf8')
tls.setDefaultCACertificates([...tls.getCACertificates('default'), pem('ca.pem')])

const [https, filesHttps, http] = [await findFreePort(), await findFreePort(), await findFreePort()]
const ports = [await findFreePort(), await findFreePort()]
const names = { PORTAL_HOST: `localhost:${https}`, FILES_HOST: `localhost:${filesHttps}` }
const url = `https://${names.PORTAL_HOST}`

let mail: MailServer
let settings: Record<string, string>
const portals: ServerProcess[] = []

const fill = (text: string, replacements: [string, string][]) =>
  replacements.reduce((filled, [from, to]) => {
    if (!filled.includes(from)) throw new Error(`the file has no "${from}"`)
    return filled.replaceAll(from, to)
  }, text)

const startProxy = async (filesAddress: string) => {
  const configuration = fill(readFileSync(join(project, 'docs/deploy/compose.caddyfile'), 'utf8'), [
    ['/certificates/', `${certificates}/`],
    ['http:// {', `http://:${http} {`],
    ['portal1:5000', `127.0.0.1:${ports[0]}`],
    ['portal2:5000', `127.0.0.1:${ports[1]}`],
    ['files:7070', filesAddress],
    ['{\n\tservers {', '{\n\tadmin off\n\tservers {'],
  ])
  const file = join(folder, 'Caddyfile')
  writeFileSync(file, configuration)
  const env = { PATH: process.env.PATH, HOME: folder, ...names }
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { env, stdio: 'ignore' })
  undo.push(async () => {
    child.kill('SIGTERM')
    if (child.exitCode === null) await once(child, 'exit')
  })
}

beforeAll(async () => {
  const postgres = await startDebianPostgres()
  undo.push(() => postgres.stop())
  mail = await startMailServer({ cert: pem('cert.pem'), key: pem('key.pem') })
  undo.push(() => mail.stop())
  const s3 = await startS3({ allowedOrigin: url })
  undo.push(() => s3.stop())
  await startProxy(new URL(s3.settings.S3_ENDPOINT ?? '').host)

  const example = { ...parseEnv(readFileSync(join(project, '.env.example'), 'utf8')), ...names }
  const text = readFileSync(join(project, 'compose.yaml'), 'utf8')
  const filled = text.replaceAll(/\$\{(\w+)\}/g, (_, name: keyof typeof example) => example[name] ?? '')
  const given: Record<string, string> = parse(filled, { merge: true }).services.portal1.environment
  const { S3_BUCKET = '', S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = s3.settings
  settings = {
    ...given,
    S3_BUCKET,
    S3_ACCESS_KEY_ID,
    S3_SECRET_ACCESS_KEY,
    TRUST_PROXY: '127.0.0.1',
    DATABASE_URL: `${postgres.url}?sslmode=disable`,
    SMTP_URL: mail.url.replace('127.0.0.1', 'localhost'),
    NODE_EXTRA_CA_CERTS: join(certificates, 'ca.pem'),
    DATA_DIR: join(folder, 'data'),
  }
  mkdirSync(join(folder, 'data'))
  // The portals start at the same time, as with Compose.
  portals.push(
    ...(await Promise.all(ports.map((port) => startServerProcess({ ...settings, PORT: String(port) })))),
  )
  undo.push(() => Promise.all(portals.map((portal) => portal.stop())))
  while ((await fetch(`${url}/readyz`).catch(() => undefined))?.status !== 200) await delay(100)
})

test('Compose finds nothing wrong with the file', () => {
  // Version 1 of Compose, which Debian 12 has, knows everything in the file except the name.
  const copy = join(folder, 'compose.yaml')
  writeFileSync(copy, readFileSync(join(project, 'compose.yaml'), 'utf8').replace(/^name: .*$/m, ''))
  const example = join(project, '.env.example')
  const options = ['--file', copy, '--env-file', example, '--project-directory', project, 'config']
  const output = execFileSync('docker-compose', options, {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  expect(Object.keys(parse(output).services).toSorted()).toEqual([
    'database',
    'files',
    'mail',
    'portal1',
    'portal2',
    'proxy',
  ])
})

test('the portal reaches the database, the store through the proxy with its CORS rule, and the mailbox with STARTTLS', async () => {
  const { code, output } = await runPortalCommand(['check', '--mail', 'boss@example.com'], settings)
  expect(output).not.toMatch(/^✗/m)
  expect(output.match(/^✓ \w+/gm)).toEqual(
    ['Settings', 'Database', 'Storage', 'Mail', 'Proxy', 'Clock'].map((name) => `✓ ${name}`),
  )
  expect(code).toBe(0)
  expect((await mail.mailTo('boss@example.com')).subject).toBe('The portal can send email')
})

test('a user who signs in at one portal is signed in at the other, and a file goes through the store', async () => {
  const { output } = await runPortalCommand(['admin', 'grant', 'boss@example.com'], settings)
  const token = /#token=([\w-]{43})/.exec(output)?.[1]
  const browser = openPortalClient(url)
  expect((await browser.post('/api/sign-in/redeem', { token })).status).toBe(200)
  for (let turn = 0; turn < 4; turn += 1) expect((await browser.get('/api/auth/user')).status).toBe(200)
  const picture = readFileSync(join(project, 'client/public/apple-touch-icon.png'))
  const account = await (await browser.put('/api/account/picture', picture, 'image/png')).json()
  const shown = await browser.get(account.profileImageUrl)
  expect(shown.headers.get('content-type')).toBe('image/webp')
})

test('plain HTTP is redirected to HTTPS, and the portal works on when one of the two stops', async () => {
  const redirected = await fetch(`http://127.0.0.1:${http}/tasks?x=1`, { redirect: 'manual' })
  expect([redirected.status, redirected.headers.get('location')]).toEqual([301, `${url}/tasks?x=1`])
  const stopping = portals[0]?.stop()
  const responses: number[] = []
  while (portals[0]?.child.exitCode === null) responses.push((await fetch(`${url}/api/auth/user`)).status)
  expect(await stopping).toBe(0)
  for (let turn = 0; turn < 4; turn += 1) responses.push((await fetch(`${url}/api/auth/user`)).status)
  expect(new Set(responses)).toEqual(new Set([401]))
})
