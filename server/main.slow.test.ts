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
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { rounds, startRandom } from '#test/rounds.ts'
import { demoCookie, EndedEarly, type ServerProcess, startServerProcess } from '#test/server-process.ts'
import { checkConnections } from './db/check-connections.ts'
import { connectionsOf } from './db/connections.ts'
import { readSettings } from './settings.ts'
import { StartError } from './start-error.ts'

const killRounds = rounds({ short: 1, long: 20 })
const seconds = (count: number) => count * 1000
// Processes and real disks are slow on a busy machine: a start of two seconds takes thirty. No test measures time.
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

// The tests share one folder, as an operator does: each test begins with what the previous one left, so that each start proves several
// things. The first start is with the demo, the second without it, the third with it again.
describe('the server process on a folder of its own', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'partner-portal-main-'))
  const demo = { DATA_DIR: dataDir, ADMIN_EMAIL: 'chief@example.com' }
  const othersFile = join(dataDir, 'of-another-program')
  const linkFile = join(dataDir, 'first-sign-in-link')
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  let server: ServerProcess
  let partnersCookie: string
  afterAll(async () => {
    if (server.child.exitCode === null) await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }, timeoutMs)

  const startAgain = async (environment: Record<string, string>) => {
    server = await startServerProcess({ PORT: '0', ...environment })
  }
  /** Waits until the server has printed this text. */
  const expectPrinted = (text: string) => expect.poll(() => server.output()).toContain(text)
  const ready = async () => (await fetch(`${server.url}/readyz`)).status
  const login = async () => (await demoCookie(server.url, 'support@demo.test')) !== ''

  test(
    'starts when it is empty, and prints its address and the demo’s offer',
    async () => {
      // An earlier start by root, or a restored backup, leaves the folder in this state.
      mkdirSync(join(dataDir, 'objects', 'files'), { recursive: true })
      writeFileSync(othersFile, '')
      await startAgain(demo)
      await expectPrinted(`Partner Portal is ready at ${server.url}`)
      await expectPrinted('the sign-in page offers the demo accounts')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect(await ready()).toBe(200)
      partnersCookie = await demoCookie(server.url, 'partner@demo.test')
    },
    timeoutMs,
  )

  test('does not run as root, and gives its part of the folder to its account', () => {
    const { stdout } = spawnSync('ps', ['-o', 'uid=', '-p', String(server.child.pid)], { encoding: 'utf8' })
    const account = Number(stdout)
    expect(account).toBeGreaterThan(0)
    for (const path of ['.', 'objects', 'objects/files']) {
      expect(statSync(join(dataDir, path)).uid).toBe(account)
    }
    expect(statSync(othersFile).uid).toBe(process.getuid?.())
  })

  test(
    'refuses a second server on its folder with one clear line, continues running, and stops cleanly on Ctrl-C without a process left',
    async () => {
      const failure = await startFailure(demo)
      expect(failure.code).toBe(1)
      expect(failure.output.trim()).toBe(
        `Another server already uses ${dataDir}. Stop it first, or set DATA_DIR to another folder.`,
      )
      expect(await ready()).toBe(200)
      const response = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: partnersCookie } })
      expect(await response.json()).toMatchObject({ email: 'partner@demo.test' })

      expect(await server.stop('SIGINT')).toBe(0)
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
      const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      expect(stdout.split('\n').filter((line) => line.includes(dataDir))).toEqual([])
    },
    timeoutMs,
  )

  test(
    'ends the sessions of its demo and disables its accounts when it starts without it',
    async () => {
      await startAgain({ ...demo, DEMO: 'off' })
      await expectPrinted('the demo accounts are signed out and disabled')
      const response = await fetch(`${server.url}/api/auth/user`, { headers: { cookie: partnersCookie } })
      expect(response.status).toBe(401)
      expect(await login()).toBe(false)
    },
    timeoutMs,
  )

  test('writes a one-time sign-in link for the first admin to a file of its account, since its output is not a terminal', async () => {
    await expectPrinted(`Sign in as chief@example.com, once, within an hour: the link is in ${linkFile}\n`)
    expect(server.output()).not.toContain('#token=')
    const { mode, uid } = statSync(linkFile)
    expect(mode & 0o777).toBe(0o600)
    expect(uid).toBe(statSync(join(dataDir, 'postgres')).uid)
    const content = readFileSync(linkFile, 'utf8')
    expect(content).toMatch(new RegExp(`^${server.url}/sign-in#token=[\\w-]{43}\n$`))
    const token = new URL(content.trim()).hash.slice('#token='.length)
    const redeem = () =>
      fetch(`${server.url}/api/sign-in/redeem`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    expect((await redeem()).status).toBe(200)
    expect((await redeem()).status).toBe(400)
    // Somebody who finds the file later could think that the link still works.
    await expect.poll(() => existsSync(linkFile)).toBe(false)
  })

  test(
    'restarts its PostgreSQL as its account',
    async () => {
      expect(await ready()).toBe(200)
      const [pid] = readFileSync(pidFile, 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await expect
        .poll(() => server.output(), { timeout: seconds(60) })
        .toContain('PostgreSQL is running again')
      await expect.poll(ready, { timeout: seconds(60) }).toBe(200)
      expect(await server.stop('SIGTERM')).toBe(0)
    },
    timeoutMs,
  )

  test(
    'takes over what root has put there in between, writes no link for an admin who has signed in, and enables the accounts of its demo again',
    async () => {
      const key = join(dataDir, 'signing.pem')
      const account = statSync(key).uid
      chownSync(key, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
      await startAgain(demo)
      expect(statSync(key).uid).toBe(account)
      expect(await ready()).toBe(200)
      await expectPrinted('the sign-in page offers the demo accounts')
      expect(server.output()).not.toContain('Sign in as')
      expect(server.output()).not.toContain('signed out and disabled')
      expect(existsSync(linkFile)).toBe(false)
      expect(await login()).toBe(true)
    },
    timeoutMs,
  )

  test(
    `loses no acknowledged write in ${killRounds} ${killRounds === 1 ? 'kill' : 'kills'} while writing, and finds its data and sessions again`,
    async () => {
      const cookie = await demoCookie(server.url, 'pending@demo.test')
      const read = async () => {
        const response = await fetch(`${server.url}/api/partner/profile`, { headers: { cookie } })
        return (await response.json()) as Record<string, unknown>
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
          // The kill comes in the middle of a write, whose response may be lost.
          if (count === kill) server.child.kill('SIGKILL')
          const response = await sent.catch(() => undefined)
          if (response?.status !== 200) break
          acknowledged = count
        }
        expect(acknowledged).toBeGreaterThan(before)
        await server.stop('SIGKILL')
        await startAgain(demo)
        const { businessName } = await read()
        // The write at the time of the kill may have been stored without a response; no earlier write may be missing.
        expect([`Write ${acknowledged}`, `Write ${acknowledged + 1}`]).toContain(businessName)
      }
    },
    timeoutMs + seconds(killRounds * 60),
  )
})

const production = {
  NODE_ENV: 'production',
  BASE_URL: 'https://portal.example.com',
  TRUST_PROXY: 'none',
  COMPANY_NAME: 'Example Health',
  SMTP_URL: 'smtps://mail.example.com',
}

describe('the server process', () => {
  test('names what is wrong with DATABASE_URL', async () => {
    const settings = readSettings({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    await expect(checkConnections(connectionsOf(settings, undefined))).rejects.toThrow(
      new StartError('DATABASE_URL: the database cannot be used: nothing listens there.'),
    )
  })

  test('does not run as root in production where no account can use its folders', async () => {
    const closed = newDataDir()
    const dataDir = join(closed, 'data')
    const asRoot = process.getuid?.() === 0
    const failure = await startFailure({
      ...production,
      DATA_DIR: dataDir,
      // A user other than root gets as far as the database, which does not exist.
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
    const settings = readSettings({
      ...production,
      // This address of the same machine is not a loopback address.
      DATABASE_URL: `postgres://${username}:${password}@0.0.0.0:${port}/postgres`,
    })
    await expect(checkConnections(connectionsOf(settings, undefined))).rejects.toThrow(
      new StartError(
        'DATABASE_URL: the database cannot be used: it does not offer encryption. Turn it on there, or add sslmode=disable in a network that you trust.',
      ),
    )
  })
})

/** Returns the body of the profile form for a stored profile. */
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
