import { execFileSync, spawnSync } from 'node:child_process'
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
import { afterAll, afterEach, describe, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { demoCookie, EndedEarly, type ServerProcess, startServerProcess } from '#test/server-process.ts'

// Raised for a long run; a few rounds are enough for every run.
const killRounds = Number(process.env.KILL_ROUNDS ?? 3)
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

/** The folder that the first test leaves: with the demo's data, by a server that has stopped. */
const usedDataDir = mkdtempSync(join(tmpdir(), 'partner-portal-main-'))
let partnersCookie: string
afterAll(() => rmSync(usedDataDir, { recursive: true, force: true }))

/** A copy of that folder, because making a new database takes most of a first start. */
const copyDataDir = () => {
  const dataDir = newDataDir()
  execFileSync('cp', ['-a', `${usedDataDir}/.`, dataDir])
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

describe('the server process', () => {
  test(
    'starts on an empty folder, prints its address and the demo’s offer, and stops cleanly without a process left',
    async () => {
      const server = await start({ DATA_DIR: usedDataDir })
      expect(server.output()).toContain(`Partner Portal is ready at ${server.url}`)
      expect(server.output()).toContain('the sign-in page offers the demo accounts')
      expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
      expect((await fetch(`${server.url}/readyz`)).status).toBe(200)
      partnersCookie = await demoCookie(server.url, 'partner@demo.test')

      expect(await server.stop('SIGTERM')).toBe(0)
      await expect(fetch(`${server.url}/healthz`)).rejects.toThrow()
      const { stdout } = spawnSync('ps', ['-eo', 'args'], { encoding: 'utf8' })
      expect(stdout.split('\n').filter((line) => line.includes(usedDataDir))).toEqual([])
    },
    timeoutMs,
  )

  test(
    'ends the sessions of its demo and disables its accounts when it starts without it, and enables them when it starts with it again',
    async () => {
      const dataDir = copyDataDir()
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

      const demo = await start({ DATA_DIR: dataDir })
      expect(await login(demo.url)).toBe(true)
    },
    timeoutMs,
  )

  test(
    'finds its data again, refuses a second server on it with one clear line, continues running, and stops on Ctrl-C',
    async () => {
      const dataDir = copyDataDir()
      const server = await start({ DATA_DIR: dataDir })
      const failure = await startFailure({ DATA_DIR: dataDir })
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
    'names the port that is in use',
    async () => {
      const other = createServer().listen(0, '127.0.0.1')
      await new Promise((resolve) => other.once('listening', resolve))
      undo.push(() => other.close())
      const { port } = other.address() as { port: number }
      const failure = await startFailure({ DATA_DIR: copyDataDir(), PORT: String(port) })
      expect(failure.code).toBe(1)
      expect(failure.output).toContain(
        `PORT: 127.0.0.1:${port} is in use by another program. Stop it, or set PORT to another number.`,
      )
    },
    timeoutMs,
  )

  test('names a wrong setting and a valid value', async () => {
    const failure = await startFailure({ DATA_DIR: newDataDir(), PORT: 'http', DEMO: 'maybe' })
    expect(failure.code).toBe(1)
    expect(failure.output).toContain('PORT is not right: it must be a port number from 0 to 65535.')
    expect(failure.output).toContain('DEMO is not right: it must be on or off.')
  })

  test('names what is wrong with DATABASE_URL', async () => {
    const failure = await startFailure({ DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none' })
    expect(failure.output.trim()).toBe('DATABASE_URL: the database cannot be used: nothing listens there.')
  })

  test(
    'writes a one-time sign-in link for the first admin to a file of its account, since its output is no terminal',
    async () => {
      const dataDir = newDataDir()
      const environment = { DATA_DIR: dataDir, DEMO: 'off', ADMIN_EMAIL: 'chief@example.com' }
      const first = await start(environment)
      const file = join(dataDir, 'first-sign-in-link')
      expect(first.output()).toContain(
        `Sign in as chief@example.com, once, within an hour: the link is in ${file}\n`,
      )
      expect(first.output()).not.toContain('#token=')
      const { mode, uid } = statSync(file)
      expect(mode & 0o777).toBe(0o600)
      expect(uid).toBe(statSync(join(dataDir, 'postgres')).uid)
      const link = new URL(readFileSync(file, 'utf8').trim())
      const token = link.hash.slice('#token='.length)
      const redeem = () =>
        fetch(`${first.url}/api/sign-in/redeem`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ token }),
        })
      expect((await redeem()).status).toBe(200)
      expect((await redeem()).status).toBe(400)
      await first.stop()

      const second = await start(environment)
      expect(second.output()).not.toContain('Sign in as')
      expect(existsSync(file)).toBe(false)
    },
    timeoutMs,
  )

  test(
    'starts twice at once on one empty external database, and both serve',
    async () => {
      const name = `main_${crypto.randomUUID().replaceAll('-', '')}`
      const server = inject('postgresUrl')
      const url = await createDatabase(server, name)
      undo.push(() => dropDatabase(server, name))
      const both = await Promise.all([
        start({ DATABASE_URL: url, DEMO: 'on' }),
        start({ DATABASE_URL: url, DEMO: 'on' }),
      ])
      const [one, two] = both as [ServerProcess, ServerProcess]
      const cookie = await demoCookie(one.url, 'partner@demo.test')
      const answer = await fetch(`${two.url}/api/auth/user`, { headers: { cookie } })
      expect(answer.status).toBe(200)
      for (const process of both) expect(await process.stop()).toBe(0)
    },
    timeoutMs,
  )

  test(
    `loses no acknowledged write in ${killRounds} kills while writing`,
    async () => {
      const dataDir = copyDataDir()
      let server = await start({ DATA_DIR: dataDir })
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

      let acknowledged = 0
      for (let round = 0; round < killRounds; round++) {
        const before = acknowledged
        const kill = before + 5 + Math.floor(Math.random() * 40)
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
        server = await start({ DATA_DIR: dataDir })
        const { businessName } = await read()
        // The write at the time of the kill may have been stored without its answer; no earlier one may be missing.
        expect([`Write ${acknowledged}`, `Write ${acknowledged + 1}`]).toContain(businessName)
      }
    },
    timeoutMs + seconds(killRounds * 10),
  )

  test(
    'runs as no root, and restarts its PostgreSQL as that account',
    async () => {
      const dataDir = newDataDir()
      // As an earlier start by root, or a restored backup, leaves it.
      mkdirSync(join(dataDir, 'objects', 'files'), { recursive: true })
      const othersFile = join(dataDir, 'of-another-program')
      writeFileSync(othersFile, '')
      const first = await start({ DATA_DIR: dataDir })
      const { stdout } = spawnSync('ps', ['-o', 'uid=', '-p', String(first.child.pid)], { encoding: 'utf8' })
      expect(Number(stdout)).toBeGreaterThan(0)
      for (const path of ['.', 'objects', 'objects/files']) {
        expect(statSync(join(dataDir, path)).uid).toBe(Number(stdout))
      }
      expect(statSync(othersFile).uid).toBe(process.getuid?.())
      const ready = async () => (await fetch(`${first.url}/readyz`)).status
      expect(await ready()).toBe(200)
      const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
      process.kill(Number(pid), 'SIGKILL')
      await expect
        .poll(() => first.output(), { timeout: seconds(60) })
        .toContain('PostgreSQL is running again')
      await expect.poll(ready, { timeout: seconds(60) }).toBe(200)
      expect(await first.stop()).toBe(0)

      const key = join(dataDir, 'signing.pem')
      chownSync(key, process.getuid?.() ?? 0, process.getgid?.() ?? 0)
      const second = await start({ DATA_DIR: dataDir })
      expect(statSync(key).uid).toBe(Number(stdout))
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
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
