import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { createInstallation, writeKey } from '#test/installation.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { rounds, startRandom } from '#test/rounds.ts'
import { demoCookie, EndedEarly, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { checkConnections } from './db/check-connections.ts'
import { connectionsOf } from './db/connections.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

const killRounds = rounds({ short: 2, long: 20 })
const seconds = (count: number) => count * 1000
// Processes and real disks: on a busy machine a start that takes two seconds takes thirty. No test measures it.
const timeoutMs = seconds(180)

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const newDataDir = () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-portal-main-'))
  undo.push(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

const start = async (environment: Record<string, string>) => {
  const server = await startServerProcess({ PORT: '0', ...environment })
  undo.push(() => (server.child.exitCode === null ? server.stop('SIGTERM') : undefined))
  return server
}

const startFailure = async (environment: Record<string, string>) => {
  const failure = await start(environment).then(
    () => undefined,
    (error: unknown) => error,
  )
  if (!(failure instanceof EndedEarly)) throw new Error('the server started')
  return failure
}

// One folder, as an operator keeps it from the first start on: each test begins with what the one before has left.
describe('the server process on a folder of its own', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-portal-main-'))
  const demo = { DATA_DIR: dataDir }
  let partnersCookie: string
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

  test(
    'starts when it is empty, prints its address and the demo’s offer, and stops cleanly without a process left',
    async () => {
      const server = await start(demo)
      expect(server.output()).toContain(`Partner Portal is ready at ${server.url}`)
      expect(server.output()).toContain('the sign-in page offers the demo accounts')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      partnersCookie = await demoCookie(server.url, 'partner@demo.test')

      expect(await server.stop('SIGTERM')).toBe(0)
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
      const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      expect(stdout.split('\n').filter((line) => line.includes(dataDir))).toEqual([])
    },
    timeoutMs,
  )

  test(
    'finds its data again, refuses a second server on it with one clear line, continues running, and stops on Ctrl-C',
    async () => {
      const server = await start(demo)
      const failure = await startFailure(demo)
      expect(failure.code).toBe(1)
      expect(failure.output.trim()).toBe(
        `Another server already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      const answer = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: partnersCookie } })
      expect(await answer.json()).toMatchObject({ email: 'partner@demo.test' })
      expect(await server.stop('SIGINT')).toBe(0)
    },
    timeoutMs,
  )

  test(
    'ends the sessions of its demo and disables its accounts when it starts without it, and enables them when it starts with it again',
    async () => {
      const login = async (url: string) => (await demoCookie(url, 'support@demo.test')) !== ''
      const environment = { DATA_DIR: dataDir, DEMO: 'off', ADMIN_EMAIL: 'first@example.com' }
      const server = await start(environment)
      expect(server.output()).toContain('the demo accounts are signed out and disabled')
      const answer = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: partnersCookie } })
      expect(answer.status).toBe(401)
      expect(await login(server.url)).toBe(false)
      const link = readFileSync(join(dataDir, 'first-sign-in-link'), 'utf8')
      expect(link).toMatch(new RegExp(`^${server.url}/sign-in#token=[\\w-]{43}\n$`))
      await server.stop()

      const again = await start(environment)
      expect(again.output()).not.toContain('signed out and disabled')
      await again.stop()

      const withDemo = await start(demo)
      expect(await login(withDemo.url)).toBe(true)
    },
    timeoutMs,
  )

  test(
    `loses no acknowledged write in ${killRounds} kills while writing`,
    async () => {
      let server = await start(demo)
      const cookie = await demoCookie(server.url, 'pending@demo.test')
      const read = async () => {
        const answer = await fetch(`${server.url}/api/partner/profile`, { headers: { cookie } })
        return (await answer.json()) as Record<string, unknown>
      }
      const form = formOf(await read())
      const save = (count: number) =>
        fetch(`${server.url}/api/partner/profile`, {
          method: 'POST',
          headers: { cookie, 'content-type': 'application/json' },
          body: JSON.stringify({ ...form, businessName: `Write ${count}` }),
        })

      const random = startRandom()
      let acknowledged = 0
      for (let round = 0; round < killRounds; round++) {
        const before = acknowledged
        const kill = before + 5 + random(40)
        for (let count = before + 1; ; count++) {
          const sent = save(count)
          // In the middle of a write, whose answer may be lost.
          if (count === kill) server.child.kill('SIGKILL')
          const answer = await sent.catch(() => undefined)
          if (answer?.status !== 200) break
          acknowledged = count
        }
        expect(acknowledged).toBeGreaterThan(before)
        await server.stop('SIGKILL')
        server = await start(demo)
        const { businessName } = await read()
        // The write at the time of the kill may have been stored without its answer; no earlier one may be missing.
        expect([`Write ${acknowledged}`, `Write ${acknowledged + 1}`]).toContain(businessName)
      }
    },
    timeoutMs + seconds(killRounds * 60),
  )
})

// Another folder, for an installation without the demo.
describe('the server process that root starts', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-portal-main-'))
  const environment = { DATA_DIR: dataDir, DEMO: 'off', ADMIN_EMAIL: 'chief@example.com' }
  const othersFile = join(dataDir, 'of-another-program')
  const linkFile = join(dataDir, 'first-sign-in-link')
  let first: ServerProcess
  let account: number
  beforeAll(async () => {
    // An earlier start by root, or a restored backup, leaves the folder like this.
    mkdirSync(join(dataDir, 'objects', 'files'), { recursive: true })
    writeFileSync(othersFile, '')
    first = await startServerProcess({ PORT: '0', ...environment })
    const { stdout } = spawnSync('ps', ['-o', 'uid=', '-p', String(first.child.pid)], { encoding: 'utf8' })
    account = Number(stdout)
  }, timeoutMs)
  afterAll(async () => {
    if (first.child.exitCode === null) await first.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }, timeoutMs)

  test('runs as no root, and makes its part of the folder that account’s', () => {
    expect(account).toBeGreaterThan(0)
    for (const path of ['.', 'objects', 'objects/files']) {
      expect(statSync(join(dataDir, path)).uid).toBe(account)
    }
    expect(statSync(othersFile).uid).toBe(process.getuid?.())
  })

  test('writes a one-time sign-in link for the first admin to a file of its account, since its output is no terminal', async () => {
    expect(first.output()).toContain(
      `Sign in as chief@example.com, once, within an hour: the link is in ${linkFile}\n`,
    )
    expect(first.output()).not.toContain('#token=')
    const { mode, uid } = statSync(linkFile)
    expect(mode & 0o777).toBe(0o600)
    expect(uid).toBe(statSync(join(dataDir, 'postgres')).uid)
    const link = new URL(readFileSync(linkFile, 'utf8').trim())
    const token = link.hash.slice('#token='.length)
    const redeem = () =>
      fetch(`${first.url}/api/sign-in/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    expect((await redeem()).status).toBe(200)
    expect((await redeem()).status).toBe(400)
    // Whoever finds it later would take it for a way in.
    await expect.poll(() => existsSync(linkFile)).toBe(false)
  })

  test(
    'restarts its PostgreSQL as its account',
    async () => {
      const ready = async () => (await fetch(`${first.url}/readyz`)).status
      expect(await ready()).toBe(200)
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await expect
        .poll(() => first.output(), { timeout: seconds(60) })
        .toContain('PostgreSQL is running again')
      await expect.poll(ready, { timeout: seconds(60) }).toBe(200)
      expect(await first.stop()).toBe(0)
    },
    timeoutMs,
  )

  test(
    'takes over what root has put there in between, and writes no link for an admin who has signed in',
    async () => {
      const key = join(dataDir, 'signing.pem')
      chownSync(key, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
      const second = await start(environment)
      expect(statSync(key).uid).toBe(account)
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
      expect(second.output()).not.toContain('Sign in as')
      expect(existsSync(linkFile)).toBe(false)
    },
    timeoutMs,
  )
})

describe('the server process', () => {
  test(
    'names the port that is in use',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      undo.push(() => other.close())
      const { port } = other.address() as { port: number }
      const installation = await createInstallation()
      undo.push(installation.remove)
      const failure = await startFailure({ ...installation.environment, PORT: String(port) })
      expect(failure.code).toBe(1)
      expect(failure.output).toContain(
        `PORT: 127.0.0.1:${port} is in use by another program. Stop it, or set PORT to another number.`,
      )
    },
    timeoutMs,
  )

  test('names what is wrong with DATABASE_URL', async () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    await expect(checkConnections(connectionsOf(settings, undefined))).rejects.toThrow(
      new StartError('DATABASE_URL: the database cannot be used: nothing listens there.'),
    )
  })

  test(
    'starts twice at once on one empty external database, and both serve',
    async () => {
      const name = `main_${crypto.randomUUID().replaceAll('-', '')}`
      const server = inject('postgresUrl')
      const url = await createDatabase(server, name)
      undo.push(() => dropDatabase(server, name))
      const environment = { DATABASE_URL: url, DATA_DIR: newDataDir(), DEMO: 'on' }
      await writeKey(environment.DATA_DIR)
      const both = await Promise.all([start(environment), start(environment)])
      const [one, two] = both as [ServerProcess, ServerProcess]
      const cookie = await demoCookie(one.url, 'partner@demo.test')
      const answer = await fetch(`${two.url}/api/auth/user`, { headers: { cookie } })
      expect(answer.status).toBe(200)
      for (const process of both) expect(await process.stop()).toBe(0)
    },
    timeoutMs,
  )

  test('does not run as root in production where no account can use its folders', async () => {
    const closed = newDataDir()
    const dataDir = join(closed, 'data')
    const asRoot = process.getuid?.() === 0
    const failure = await startFailure({
      NODE_ENV: 'production',
      BASE_URL: 'https://portal.example.com',
      TRUST_PROXY: 'none',
      COMPANY_NAME: 'Example Health',
      SMTP_URL: 'smtps://mail.example.com',
      DATA_DIR: dataDir,
      // A user other than root gets further, to the database that is not there.
      DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none',
    })
    expect(failure.code).toBe(1)
    expect(failure.output).toContain(
      asRoot ? `The portal does not run as root in production` : 'nothing listens there',
    )
    expect(failure.output.includes(`cannot use ${dataDir}.`)).toBe(asRoot)
  })

  test('does not reach a database without encryption over a network in production', async () => {
    const { port, username, password } = new URL(inject('postgresUrl'))
    const failure = await startFailure({
      NODE_ENV: 'production',
      BASE_URL: 'https://portal.example.com',
      TRUST_PROXY: 'none',
      COMPANY_NAME: 'Example Health',
      SMTP_URL: 'smtps://mail.example.com',
      DATA_DIR: newDataDir(),
      // An address of this machine that is none of loopback's.
      DATABASE_URL: `postgres://${username}:${password}@0.0.0.0:${port}/postgres`,
    })
    expect(failure.code).toBe(1)
    expect(failure.output.trim()).toBe(
      'DATABASE_URL: the database cannot be used: it does not offer encryption. Turn it on there, or add sslmode=disable in a network that you trust.',
    )
  })
})

/** The body of the profile form for a stored profile. */
const formOf = (profile: Record<string, unknown>) => {
  const names = [
    'fullName',
    'email',
    'state',
    'mainMarketingContact',
    'businessWebsite',
    'preferredCommunicationMethod',
    'marketingPreferredCommunicationMethod',
    'marketingContactEmail',
  ]
  return Object.fromEntries(names.map((name) => [name, profile[name]]))
}
