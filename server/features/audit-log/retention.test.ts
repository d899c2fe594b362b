import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { grantAccess } from '#server/db/application-role.ts'
import { openDatabase } from '#server/db/client.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { createTestApp } from '#test/app.ts'
import { deleteExpiredSessionEvents } from './data.ts'

const portal = await createTestApp({ settings: { SIGN_IN_EVENT_DAYS: '60' } })
const { db } = portal
const role = `portal_${randomUUID().slice(0, 8)}`
await db.execute(sql.raw(`create role ${role} login password 'secret'`))
await db.transaction((tx) => grantAccess(tx, role, false))
const address = new URL(portal.deps.settings.databaseUrl ?? '')
address.username = role
address.password = 'secret'
const asRole = openDatabase({ connectionString: address.href }, () => {})
afterAll(async () => {
  await asRole.$client.end()
  await db.execute(sql.raw(`drop owned by ${role}`))
  await db.execute(sql.raw(`drop role ${role}`))
  await portal.close()
})

const event = (action: typeof auditLog.$inferInsert.action, daysAgo: number) => ({
  at: sql`now() - make_interval(days => ${daysAgo}) - interval '1 minute'`,
  actorId: randomUUID(),
  actorName: 'Ann Lee',
  actorEmail: 'ann@team.test',
  actorRole: 'support' as const,
  action,
  subjectName: `${action} ${daysAgo}`,
})

const listNames = async () =>
  (await db.select({ name: auditLog.subjectName }).from(auditLog)).map(({ name }) => name).sort()

const refusalOf = (executor: typeof db, statement: string) =>
  executor.$client.query(statement).then(
    () => undefined,
    (error: pg.DatabaseError) => error.code,
  )

describe('events of sessions', () => {
  test('are deleted by the sweep after the days of the setting, and other events are not', async () => {
    await db
      .insert(auditLog)
      .values([
        event('session.signed_in', 59),
        event('session.signed_in', 60),
        event('session.sign_in_refused', 500),
        event('session.signed_out', 61),
        event('export.started', 5000),
        event('view.started', 5000),
        event('user.disabled', 5000),
      ])
    await sweep(portal.deps)
    expect(await listNames()).toEqual([
      'export.started 5000',
      'session.signed_in 59',
      'user.disabled 5000',
      'view.started 5000',
    ])
  })

  test('are deleted in any number, also by the role that cannot delete rows itself, and never before 30 days', async () => {
    await db.insert(auditLog).values(event('session.signed_in', 29))
    const { rowCount } = await db.execute(sql`
      insert into ${auditLog} (at, actor_id, actor_name, actor_email, actor_role, action, subject_name)
      select now() - interval '90 days', gen_random_uuid(), 'A', 'a@b.test', 'user', 'session.signed_in', 'old'
      from generate_series(1, 12001)`)
    expect(rowCount).toBe(12_001)
    await expect(deleteExpiredSessionEvents(asRole, 29)).rejects.toThrow()
    expect(await deleteExpiredSessionEvents(asRole, 60)).toBe(12_001)
    expect(await deleteExpiredSessionEvents(asRole, 30)).toBe(1)
    expect(await listNames()).toContain('session.signed_in 29')
  })

  test("cannot be deleted in any other way, nor by shadowing the function's table", async () => {
    const statements = [
      'delete from audit_log',
      "delete from audit_log where action like 'session.%'",
      "update audit_log set action = 'session.signed_in'",
      'truncate audit_log',
      'drop trigger audit_log_keep on audit_log',
    ]
    for (const statement of statements) expect(await refusalOf(asRole, statement), statement).toBe('42501')
    for (const statement of statements.slice(0, 4)) {
      expect(await refusalOf(db, statement), statement).toBe('42501')
    }
    // Temporary tables with the names of the portal's tables do not mislead the function, which runs with its owner's rights.
    const client = new pg.Client(address.href)
    await client.connect()
    await client.query('create temporary table audit_log (id uuid, action text, at timestamptz)')
    await client.query("insert into pg_temp.audit_log values (gen_random_uuid(), 'session.x', '2000-01-01')")
    const { rows } = await client.query('select delete_expired_session_events(60) as count')
    expect(rows).toEqual([{ count: 0 }])
    await client.end()
  })
})
