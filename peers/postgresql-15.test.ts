import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { localCertificate } from '#test/local-certificate.ts'
import { runPortalCommand } from '#test/portal-command.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { type MailServer, startMailServer } from '#test/smtp.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { signInByCode } from './portal-client.ts'
import { createPortalDatabase } from './portal-database.ts'
import { failedStart, openPortals } from './portal-processes.ts'

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

let postgres: Awaited<ReturnType<typeof startDebianPostgres>>
let mailServer: MailServer
beforeAll(async () => {
  postgres = await startDebianPostgres({ max_connections: '40' })
  mailServer = await startMailServer()
})
afterAll(async () => {
  await postgres.stop()
  await mailServer.stop()
})

const newDatabase = async () => {
  const database = await createPortalDatabase(postgres.url)
  undo.push(() => database.superuser.end())
  return database
}

const withMode = (url: string, parameters: Record<string, string>) => {
  const changed = new URL(url)
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value)
  return changed.href
}

test('the portal works, as the owner of its tables and as another role, and starts again', async () => {
  for (const isOwner of [true, false]) {
    const { ownerUrl, roleUrl } = await newDatabase()
    const email = `chief-${isOwner}@example.test`
    const portals = await openPortals({
      SMTP_URL: mailServer.url,
      ADMIN_EMAIL: email,
      ...(isOwner ? { DATABASE_URL: ownerUrl } : { DATABASE_URL: roleUrl, DATABASE_OWNER_URL: ownerUrl }),
    })
    undo.push(() => portals.stop())
    const first = await portals.start()
    const chief = await signInByCode(first.url, email, mailServer)
    const created = await chief.post('/api/admin/users', {
      email: `ann-${isOwner}@example.test`,
      role: 'user',
    })
    expect(created.status).toBe(201)
    await mailServer.mailTo(`ann-${isOwner}@example.test`)
    expect(await first.stop()).toBe(0)
    const second = await portals.start()
    expect(await (await chief.get('/api/admin/audit-log/export', second.url)).text()).toContain('ann-')
    expect(await second.stop()).toBe(0)
    expect(first.output() + second.output()).not.toMatch(/"level":[56]0/)
  }
})

describe('a refused start names the setting and what to do', () => {
  const cannot = (setting: string, reason: string) => `${setting}: the database cannot be used: ${reason}.`
  const mayNotCreate =
    'the user may not create tables there. Connect as the owner of the database, or let a superuser run: alter database portal owner to portal, with your names'

  test('when the role may not create tables', async () => {
    const { name, ownerUrl, roleUrl, superuser, role } = await newDatabase()
    expect(await failedStart({ DATABASE_URL: roleUrl })).toBe(cannot('DATABASE_URL', mayNotCreate))
    expect(await failedStart({ DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: roleUrl })).toBe(
      cannot('DATABASE_OWNER_URL', mayNotCreate),
    )
    expect(await failedStart({ DATABASE_URL: roleUrl, DATABASE_LISTEN_URL: roleUrl })).toBe(
      cannot('DATABASE_LISTEN_URL', mayNotCreate),
    )
    // The role may create tables in its own schemas, but not in the shared schema.
    await superuser.query(`grant create on database ${name} to ${role}`)
    expect(await failedStart({ DATABASE_URL: roleUrl })).toBe(cannot('DATABASE_URL', mayNotCreate))
  })

  test('when the tables belong to another role', async () => {
    const { name, ownerUrl, roleUrl, superuser, role } = await newDatabase()
    const portals = await openPortals({ DATABASE_URL: ownerUrl })
    undo.push(() => portals.stop())
    await (await portals.start()).stop()
    await superuser.query(`alter database ${name} owner to ${role}`)
    expect(await failedStart({ DATABASE_URL: roleUrl })).toBe(cannot('DATABASE_URL', mayNotCreate))
  })

  test('when the certificate is unknown, and starts when it is given', async () => {
    const { ownerUrl } = await newDatabase()
    const verified = withMode(ownerUrl, { sslmode: 'verify-full' })
    const unknown =
      'its certificate is not signed by a known authority (add sslrootcert=/path/to/ca.pem for your own)'
    expect(await failedStart({ DATABASE_URL: verified })).toBe(cannot('DATABASE_URL', unknown))
    expect(await failedStart({ DATABASE_URL: ownerUrl, DATABASE_LISTEN_URL: verified })).toBe(
      cannot('DATABASE_LISTEN_URL', unknown),
    )
    expect(await failedStart({ DATABASE_URL: ownerUrl, DATABASE_OWNER_URL: verified })).toBe(
      cannot('DATABASE_OWNER_URL', unknown),
    )
    const folder = mkdtempSync(join(tmpdir(), 'portal-authority-'))
    undo.push(() => rmSync(folder, { recursive: true }))
    const sslrootcert = join(folder, 'ca.pem')
    expect(await failedStart({ DATABASE_URL: withMode(verified, { sslrootcert }) })).toBe(
      cannot('DATABASE_URL', `there is no file ${sslrootcert}`),
    )
    writeFileSync(sslrootcert, localCertificate.cert)
    const portals = await openPortals({ DATABASE_URL: withMode(verified, { sslrootcert }) })
    undo.push(() => portals.stop())
    expect((await fetch(`${(await portals.start()).url}/readyz`)).status).toBe(200)
  })

  test('when PostgreSQL is a replica, is read-only, or accepts no connections', async () => {
    const { name, ownerUrl, superuser } = await newDatabase()
    const readOnly = 'it is read-only, as a replica is: the URL must lead to the primary'
    const at = (replicaUrl: string) => {
      const url = new URL(ownerUrl)
      url.port = new URL(replicaUrl).port
      return url.href
    }
    const replica = await postgres.startReplica()
    undo.push(() => replica.stop())
    await expect
      .poll(() => failedStart({ DATABASE_URL: at(replica.url) }), { timeout: 60_000 })
      .toBe(cannot('DATABASE_URL', readOnly))
    const starting = await postgres.startReplica({ hot_standby: 'off' })
    undo.push(() => starting.stop())
    expect(await failedStart({ DATABASE_URL: at(starting.url) })).toBe(
      cannot(
        'DATABASE_URL',
        'it is starting or stopping. Start the portal again when it accepts connections',
      ),
    )
    await superuser.query(`alter database ${name} set default_transaction_read_only = on`)
    expect(await failedStart({ DATABASE_URL: ownerUrl })).toBe(cannot('DATABASE_URL', readOnly))
  })

  test('when no connection is left, or the user, password or database is wrong', async () => {
    const { ownerUrl, superuser, name, as } = await newDatabase()
    const changed = (change: Partial<URL>) => Object.assign(new URL(ownerUrl), change).href
    expect(await failedStart({ DATABASE_URL: changed({ password: 'wrong' }) })).toBe(
      cannot('DATABASE_URL', 'the password is wrong'),
    )
    expect(await failedStart({ DATABASE_URL: changed({ pathname: '/none' }) })).toBe(
      cannot('DATABASE_URL', 'there is no such database'),
    )
    expect(await failedStart({ DATABASE_URL: as('nobody') })).toBe(
      cannot('DATABASE_URL', 'the password is wrong'),
    )
    await superuser.query(`alter database ${name} connection limit 1`)
    expect(await failedStart({ DATABASE_URL: ownerUrl })).toBe(
      cannot(
        'DATABASE_URL',
        'all connections that it allows are in use. End those that nobody needs, or raise max_connections',
      ),
    )
  })
})

test('restores a backup of the embedded PostgreSQL 18 while users work, and the embedded one restores a backup of it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'portal-backup-'))
  undo.push(() => rmSync(folder, { recursive: true }))
  const embedded = { DATA_DIR: join(folder, 'embedded') }
  const server = await startServerProcess({ ...embedded, PORT: '0' })
  const path = join(folder, 'of-18.zip')
  expect(await runPortalCommand(['backup', path], embedded)).toMatchObject({ code: 0 })
  await server.stop()

  const { ownerUrl, roleUrl } = await newDatabase()
  const own = { DATA_DIR: join(folder, 'own'), DATABASE_URL: roleUrl, DATABASE_OWNER_URL: ownerUrl }
  const fits = { code: 0, output: expect.stringContaining('the evidence is intact'), errors: '' }
  expect(await runPortalCommand(['restore', path], own)).toMatchObject(fits)
  const restored = await startServerProcess({ ...own, DEMO: 'on', PORT: '0' })
  const cookie = await demoCookie(restored.url, 'partner@demo.test')
  const response = await fetch(`${restored.url}/api/partner/documents`, { headers: { cookie } })
  expect(await response.json()).not.toEqual([])
  const back = join(folder, 'of-15.zip')
  expect(await runPortalCommand(['backup', back], own)).toMatchObject({ code: 0 })
  expect(await restored.stop()).toBe(0)

  const again = { DATA_DIR: join(folder, 'again') }
  expect(await runPortalCommand(['restore', back], again)).toMatchObject(fits)
})
