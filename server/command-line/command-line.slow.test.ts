import { spawnSync } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { findRunningPostgres } from '#packages/embedded-postgres/embedded-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { startEmbeddedDatabase } from '#server/db/embedded-database.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { users } from '#server/db/schema/users.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { readSettings } from '#server/settings.ts'
import { createStore } from '#server/storage/create-store.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { writeKey } from '#test/installation.ts'
import { callPortalCommand, commandLine, runPortalCommand, startPortalCommand } from '#test/portal-command.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { startS3 } from '#test/s3.ts'
import { startMailServer } from '#test/smtp.ts'

const folder = await mkdtemp(join(tmpdir(), 'command-line-'))
const portal = await createTestApp({ settings: { DEMO: 'on' } })
const { databaseUrl = '', dataDir } = portal.deps.settings
const own = {
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  BASE_URL: 'https://portal.example.com',
  TRUST_PROXY: 'none',
}
const demoEmail = 'partner@demo.test'
// It is more than a command can write to a pipe that nobody reads.
const fileSize = 1_000_000
const s3 = await startS3()
afterAll(async () => {
  await s3.stop()
  await portal.close()
  await rm(folder, { recursive: true })
})

/** Runs a command as a separate process. Each command is run so at least once, to prove that the process ends. */
const run = (args: string[], settings: Record<string, string> = own) => runPortalCommand(args, settings)
const call = (args: string[], settings: Record<string, string> = own) => callPortalCommand(args, settings)

test('the help names every command, and a wrong call explains the right usage', async () => {
  const { code, output } = await call(['--help'])
  expect(code).toBe(0)
  for (const name of [
    'check',
    'rotate-keys',
    'admin',
    'backup',
    'restore',
    'move-to',
    'verify-evidence',
    'export-audit',
    'demo',
  ])
    expect(output).toMatch(new RegExp(`^  ${name}( |$)`, 'm'))
  expect(await call(['backup', '--help'])).toMatchObject({
    code: 0,
    output: expect.stringContaining('<file>'),
  })
  for (const [args, expected] of [
    [[], ''],
    [['backup'], 'usage: npm run portal -- backup <file>'],
    [['admin', 'toString', 'a@example.com'], 'It takes link, grant or reset'],
    [['admin', 'link', 'nobody'], 'It takes link, grant or reset'],
    [['verify-evidence', '--bogus'], '--bogus'],
    [['export-audit', 'yesterday'], 'It takes one time'],
  ] as const) {
    const response = await call([...args])
    expect(response.code, args.join(' ')).toBe(2)
    expect(response.errors).toContain(expected)
  }
  expect(await call(['backup', join(folder, 'x')], { PORT: 'many' })).toMatchObject({
    code: 2,
    errors: expect.stringContaining('PORT is not right'),
  })
  expect(await call(['no-such'])).toMatchObject({
    code: 2,
    errors: expect.stringContaining('There is no command no-such.'),
  })
})

test('admin link signs an account in once; grant makes an admin, and is in the audit log', async () => {
  const user = await createUser(portal, { email: 'boss@example.com' })
  expect(await call(['admin', 'link', 'nobody@example.com'])).toMatchObject({
    code: 2,
    errors: 'There is no enabled account of nobody@example.com.\n',
  })
  const { code, output } = await run(['admin', 'grant', 'Boss@example.com'])
  expect(code).toBe(0)
  const token = /https:\/\/portal\.example\.com\/sign-in#token=([\w-]{43})\n$/.exec(output)?.[1]
  const [admin] = await portal.db.select().from(users).where(eq(users.id, user.id))
  expect(admin?.role).toBe('admin')
  const [event] = await portal.db.select().from(auditLog).where(eq(auditLog.subjectId, user.id))
  expect(event).toMatchObject({
    action: 'user.role_changed',
    actorName: 'Command line',
    after: { role: 'admin' },
  })
  const browser = portal.visit()
  expect((await browser.post('/api/sign-in/redeem', { token })).statusCode).toBe(200)
  expect((await browser.get('/api/auth/user')).json()).toMatchObject({
    email: 'boss@example.com',
    role: 'admin',
  })
  expect((await portal.visit().post('/api/sign-in/redeem', { token })).statusCode).not.toBe(200)
})

test('admin link and admin reset work for users who have signed in before, and an older link ends with the next sign-in', async () => {
  const user = await createUser(portal, { email: 'again@example.com' })
  const redeem = async (verb: string) => {
    const { output } = await call(['admin', verb, user.email])
    const token = /#token=([\w-]{43})\n$/.exec(output)?.[1]
    return async () => (await portal.visit().post('/api/sign-in/redeem', { token })).statusCode
  }
  expect(await (await redeem('link'))()).toBe(200)
  const [older, newer] = [await redeem('link'), await redeem('reset')]
  expect(await newer()).toBe(200)
  expect(await older()).toBe(400)
})

test('admin reset ends the sessions of a user who has lost their passkeys', async () => {
  const user = await createUser(portal, { role: 'support' })
  const browser = await portal.signIn(user)
  expect((await call(['admin', 'reset', user.email])).code).toBe(0)
  expect((await browser.get('/api/auth/user')).statusCode).toBe(401)
})

describe('check', () => {
  test('prints a line for each external service that it used, and a real email arrives', async () => {
    const mail = await startMailServer()
    const common = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, SMTP_URL: mail.url, ...s3.settings }
    const BASE_URL = await portal.app.listen({ port: 0, host: '127.0.0.1' })
    const { code, output } = await run(['check', '--mail', 'operator@example.com'], {
      ...common,
      BASE_URL,
    })
    await mail.stop()
    expect(output.match(/^. \w+/gm)).toEqual(
      ['Settings', 'Database', 'Storage', 'Mail', 'Proxy', 'Clock'].map((name) => `✓ ${name}`),
    )
    expect(code).toBe(0)
    expect(output).toContain('sees this machine as 127.0.0.1; a forged address is not believed')
    expect((await mail.mailTo('operator@example.com')).subject).toBe('The portal can send email')
  })

  test('names what is wrong, and ends with 1', async () => {
    const settings = {
      ...own,
      SMTP_URL: 'smtp://127.0.0.1:9',
      BASE_URL: 'http://127.0.0.1:9',
      OPERATOR_EMAIL: 'operator@example.com',
    }
    const { code, output } = await call(['check'], settings)
    expect(code).toBe(1)
    expect(output).toMatch(/✗ Mail: operator@example\.com was not accepted: .+ECONNREFUSED/)
    expect(output).toMatch(/✗ Proxy: BASE_URL http:\/\/127\.0\.0\.1:9 cannot be reached from here/)
  })
})

test('export-audit prints each event as a line, oldest first', async () => {
  const { output } = await run(['export-audit'])
  const lines = output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { id: string; at: string })
  expect(new Set(lines.map(({ id }) => id)).size).toBe(await portal.db.$count(auditLog))
  expect(lines.map(({ at }) => at)).toEqual(lines.map(({ at }) => at).toSorted())
  expect((await call(['export-audit', '2999-01-01'])).output).toBe('')
})

test('backup refuses to overwrite, only its account can read the file, and standard output contains only the archive', async () => {
  const path = join(folder, 'one.zip')
  const { code, output } = await call(['backup', path])
  expect(code).toBe(0)
  expect(output).toMatch(/SHA-256 [0-9a-f]{64}\n/)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await call(['backup', path])).toMatchObject({ code: 2, errors: expect.stringContaining('already') })
  expect((await run(['backup', '-'])).output).toMatch(/^PK/)
})

test('a command that finds no portal says so, and creates nothing', async () => {
  const DATA_DIR = join(folder, 'wrong')
  for (const args of [['verify-evidence'], ['export-audit'], ['admin', 'link', 'a@example.com'], ['check']])
    expect(await call(args, { DATA_DIR }), args[0]).toEqual({
      code: 2,
      output: '',
      errors: `There is no portal in DATA_DIR ${DATA_DIR}.\n`,
    })
  expect(existsSync(DATA_DIR)).toBe(false)

  const name = `test_${randomUUID().replaceAll('-', '')}`
  const DATABASE_URL = await createDatabase(inject('postgresUrl'), name)
  try {
    expect(await call(['export-audit'], { ...own, DATABASE_URL })).toEqual({
      code: 2,
      output: '',
      errors: 'There is no portal in the database of DATABASE_URL.\n',
    })
    expect((await call(['check'], { ...own, DATABASE_URL })).output).toContain('✓ Database')
  } finally {
    await dropDatabase(inject('postgresUrl'), name)
  }
})

describe('a backup', () => {
  test('is readable only by its account, whatever is in the same folder', async () => {
    const path = join(folder, 'prepared.zip')
    await writeFile(`${path}.part`, '', { mode: 0o666 })
    expect(await call(['backup', path])).toMatchObject({ code: 0 })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
  })

  test.each([
    ['/no/such/folder/x.zip', 'there is no such file or folder'],
    [join(import.meta.filename, 'x.zip'), 'it is inside a file, not a folder'],
  ])('to %s is refused in one line', async (path, reason) => {
    const { code, output, errors } = await call(['backup', path])
    expect({ code, output }).toEqual({ code: 2, output: '' })
    expect(errors).toMatch(/^[^\n]+ cannot be used: [^\n]+\.\n$/)
    expect(errors).toContain(reason)
  })

  test.each(['backup -', 'export-audit'])(
    'or other output that fills the disk is refused in one line: %s',
    (args) => {
      const full = spawnSync('sh', ['-c', `${commandLine} ${args} > /dev/full`], {
        env: { PATH: process.env.PATH, ...own },
        encoding: 'utf8',
      })
      expect(full).toMatchObject({ status: 2, stderr: 'The output cannot be used: the disk is full.\n' })
    },
  )

  test('interrupted by Ctrl-C leaves nothing behind', async () => {
    const holder = await portal.db.$client.connect()
    const into = await mkdtemp(join(folder, 'interrupted-'))
    try {
      await holder.query('begin; lock table users in access exclusive mode')
      const command = startPortalCommand(['backup', join(into, 'one.zip')], own)
      await expect.poll(() => readdir(into), { timeout: 60_000 }).toHaveLength(1)
      command.kill('SIGINT')
      expect(await once(command, 'close')).toEqual([130, null])
      expect(await readdir(into)).toEqual([])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
  })
})

test('restore creates the data folder, and reports when it cannot', async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const path = join(folder, 'of-restore.zip')
  expect(await call(['backup', path])).toMatchObject({ code: 0 })
  const target = await createDatabase(inject('postgresUrl'), name)
  const settingsOf = (dataDir: string) => ({ ...own, DATABASE_URL: target, DATA_DIR: dataDir })
  try {
    const wrong = join(path, 'data')
    expect(await call(['restore', path], settingsOf(wrong))).toMatchObject({
      code: 2,
      errors: `DATA_DIR ${wrong} cannot be created, or this account may not write to it.\n`,
    })
    const right = join(folder, 'not-made-yet')
    expect(await run(['restore', path], settingsOf(right))).toMatchObject({ code: 0, errors: '' })
    expect((await stat(right)).mode & 0o777).toBe(0o700)
  } finally {
    await dropDatabase(inject('postgresUrl'), name)
  }
})

test('a missing certificate of the database is named', async () => {
  const DATABASE_URL = `${databaseUrl}&sslrootcert=/no/ca.pem`
  expect(await call(['verify-evidence'], { ...own, DATABASE_URL })).toMatchObject({
    code: 2,
    errors: 'DATABASE_URL: the database cannot be used: there is no file /no/ca.pem.\n',
  })
})

test('demo clear refuses where others have accounts', async () => {
  const response = await call(['demo', 'clear'])
  expect(response).toMatchObject({ code: 2, errors: expect.stringContaining("accounts are not the demo's") })
  expect(await portal.db.$count(users)).toBeGreaterThan(0)
})

/** Creates the folder and the database of a server, as its start does, with an account of the demo and a file, and runs the database. */
const startEmbeddedDemo = async () => {
  const embedded = { DATA_DIR: await mkdtemp(join(folder, 'data-')) }
  const settings = readSettings(embedded)
  const database = await startEmbeddedDatabase({ dataDir: settings.dataDir, log: portal.log.logger })
  await writeKey(settings.dataDir)
  const { account } = database
  if (account) await chown(join(settings.dataDir, 'signing.pem'), account.uid, account.gid)
  const db = openDatabase(database.connection, () => {})
  await prepareDatabase(db, async () => {})
  await createUser({ db }, { email: demoEmail })
  const store = await createStore(settings)
  await store.write('files/one', Readable.from([randomBytes(fileSize)]), fileSize)
  await db.$client.end()
  // The queue creates its own tables.
  await (await startJobs(database.connection, portal.log.logger)).stop()
  return { embedded, stop: () => database.stop() }
}

test('an embedded demo is backed up while it runs, gets a new key, is moved to a PostgreSQL and a bucket, and cleared', async () => {
  const { embedded, stop } = await startEmbeddedDemo()
  const path = join(folder, 'running.zip')
  try {
    expect(await call(['backup', path], embedded)).toMatchObject({ code: 0, errors: '' })
    expect(await call(['move-to', databaseUrl], embedded)).toMatchObject({
      code: 2,
      errors: expect.stringContaining('Another server already uses'),
    })
  } finally {
    await stop()
  }

  // Nobody reads the output, so the command has to wait.
  const unread = startPortalCommand(['backup', '-'], embedded)
  await once(unread.stdout, 'readable')
  unread.kill('SIGINT')
  expect(await once(unread, 'exit')).toEqual([130, null])
  expect(await findRunningPostgres(embedded.DATA_DIR)).toBeUndefined()

  const key = join(embedded.DATA_DIR, 'signing.pem')
  const [before, { uid }] = [await readFile(key, 'utf8'), await stat(key)]
  expect(await run(['rotate-keys'], embedded)).toMatchObject({
    code: 0,
    output: expect.stringContaining('SHA-256'),
  })
  expect(await readFile(key, 'utf8')).not.toBe(before)
  expect(await stat(key)).toMatchObject({ uid })
  expect(await call(['verify-evidence'], embedded)).toMatchObject({ code: 0 })

  const name = `test_${randomUUID().replaceAll('-', '')}`
  const target = await createDatabase(inject('postgresUrl'), name)
  try {
    const moved = await run(['move-to', target], { ...embedded, ...s3.settings })
    expect(moved).toMatchObject({ code: 0, errors: '' })
    expect(moved.output).toMatch(/^Copied \d+ rows and 1 files to the bucket portal\.\n/)
    expect(
      await run(['verify-evidence'], { ...embedded, ...s3.settings, DATABASE_URL: target }),
    ).toMatchObject({
      code: 0,
      output: expect.stringContaining('Everything is intact.'),
    })
    const db = openDatabase({ connectionString: target }, () => {})
    expect(await db.$count(users, eq(users.email, demoEmail))).toBe(1)
    await db.$client.end()
  } finally {
    await dropDatabase(inject('postgresUrl'), name)
  }

  expect(await run(['demo', 'clear'], embedded)).toMatchObject({ code: 0, errors: '' })
  await expect(readFile(join(embedded.DATA_DIR, 'signing.pem'))).rejects.toThrow('ENOENT')
  const restored = await call(['restore', path], embedded)
  expect(restored).toMatchObject({ code: 0, output: expect.stringContaining('the evidence is intact') })
})
