import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, test } from 'vitest'
import { auditLog, auditLogUnsent } from '#server/db/schema/audit.ts'
import { StartError } from '#server/start-error.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { type SyslogServer, startSyslogServer } from '#test/syslog.ts'
import { startAuditSender } from './sender.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const openPortal = async () => {
  const portal = await createTestApp()
  undo.push(portal.close)
  return portal
}

const listen = async (options?: Parameters<typeof startSyslogServer>[0]) => {
  const server = await startSyslogServer(options)
  undo.push(() => server.stop().catch(() => {}))
  return server
}

const depsOf = ({ db, deps, log }: TestApp) => ({
  db,
  connection: { connectionString: deps.settings.databaseUrl },
  log: log.logger,
})

const startSender = async (portal: TestApp, { port }: { port: number }) => {
  const sender = await startAuditSender(depsOf(portal), {
    kind: 'syslog',
    host: '127.0.0.1',
    port,
    isEncrypted: false,
  })
  undo.push(() => sender.close())
  return sender
}

const record = async ({ db }: TestApp, name: string, after: object = { name }) => {
  const [event] = await db
    .insert(auditLog)
    .values({
      actorId: randomUUID(),
      actorName: 'Ann Lee',
      actorEmail: 'ann@team.test',
      actorRole: 'support',
      action: 'task.created',
      subjectId: null,
      subjectName: name,
      after: { ...after },
    })
    .returning()
  if (!event) throw new Error('no event came back')
  return event
}

const received = async ({ events }: SyslogServer, count: number) => {
  while (events().length < count) await delay(20)
  return events().map(({ id }) => id)
}
const unsent = ({ db }: TestApp) => db.$count(auditLogUnsent)
const allSent = async (portal: TestApp) => {
  while ((await unsent(portal)) > 0) await delay(20)
}

describe('sending the audit log to a syslog receiver', () => {
  test('begins with the existing events, continues with new ones, and sends each event completely', async () => {
    const portal = await openPortal()
    const first = await record(portal, 'Zoë\n2', { text: 'line\nbreak "quoted" 東京', list: [1, null] })
    expect(await unsent(portal)).toBe(0)
    const receiver = await listen()
    await startSender(portal, receiver)
    await received(receiver, 1)
    const staff = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(staff)
    await browser.post('/api/resource-folders', { name: 'Summer', category: 'creative' })
    await received(receiver, 2)
    await allSent(portal)

    const [message = '', next] = receiver.messages
    expect(message).toMatch(/^<110>1 \d{4}-\d\d-\d\dT[\d:.]+Z \S+ partner-portal \d+ audit - \{/)
    expect(message.split(' ')[1]).toBe(first.at.toISOString())
    expect(message).not.toContain('\n')
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({
      at: first.at.toISOString(),
      id: first.id,
      actor: { id: first.actorId, name: 'Ann Lee', email: 'ann@team.test', role: 'support' },
      action: 'task.created',
      subject: { id: null, name: 'Zoë\n2' },
      before: null,
      after: { text: 'line\nbreak "quoted" 東京', list: [1, null] },
    })
    expect(next).toContain('"action":"folder.created"')
    expect(next).toContain(staff.id)
  })

  test('keeps what a receiver that is down has not received, logs the outage once, and sends everything in order', async () => {
    const portal = await openPortal()
    const receiver = await listen()
    await startSender(portal, receiver)
    const ids = [(await record(portal, 'before')).id]
    expect(await received(receiver, 1)).toEqual(ids)
    await allSent(portal)
    await receiver.stop()
    for (let number = 0; number < 450; number++) ids.push((await record(portal, `away ${number}`)).id)
    const errors = () => portal.log.lines.filter(({ level }) => level >= 50)
    while (errors().length === 0) await delay(20)
    // This is long enough for another attempt.
    await delay(1_500)
    expect(errors()).toHaveLength(1)
    expect(portal.log.takeErrors()[0]?.msg).toBe('the audit log cannot be sent; it is sent later')
    expect(await unsent(portal)).toBe(450)
    const again = await listen({ port: receiver.port })
    expect(await received(again, 450)).toEqual(ids.slice(1))
    await allSent(portal)
    expect(portal.log.lines.filter(({ msg }) => msg === 'the audit log is sent again')).toHaveLength(1)
  }, 30_000)

  test('sends again what a receiver that died may not have stored', async () => {
    const portal = await openPortal()
    const dying = await listen({ cutAfterBytes: 20_000 })
    const ids = []
    for (let number = 0; number < 200; number++) ids.push((await record(portal, `event ${number}`)).id)
    await startSender(portal, dying)
    while (portal.log.takeErrors().length === 0) await delay(20)
    expect(await unsent(portal)).toBe(200)
    await dying.stop()
    const next = await listen({ port: dying.port })
    // Events of the same millisecond can come in any order.
    expect((await received(next, 200)).sort()).toEqual(ids.sort())
  }, 30_000)

  test('is done by one sender at a time; another takes over when that one stops', async () => {
    const portal = await openPortal()
    const [one, two] = [await listen(), await listen()]
    const first = await startSender(portal, one)
    const event = await record(portal, 'one')
    expect(await received(one, 1)).toEqual([event.id])
    await startSender(portal, two)
    const next = await record(portal, 'two')
    expect(await received(one, 2)).toEqual([event.id, next.id])
    await first.close()
    const last = await record(portal, 'three')
    expect(await received(two, 1)).toEqual([last.id])
    expect(one.messages).toHaveLength(2)
  }, 30_000)

  test('continues when its connection to the database is cut', async () => {
    const portal = await openPortal()
    const receiver = await listen()
    await startSender(portal, receiver)
    const first = await record(portal, 'one')
    await received(receiver, 1)
    await allSent(portal)
    await portal.db.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'partner-portal-audit-log' and datname = current_database()`,
    )
    const second = await record(portal, 'two')
    expect(await received(receiver, 2)).toEqual([first.id, second.id])
  }, 30_000)

  test('misses no event of a transaction that began earlier and commits later, and sends none that was rolled back', async () => {
    const portal = await openPortal()
    const receiver = await listen()
    const held = Promise.withResolvers<void>()
    const inserted = Promise.withResolvers<void>()
    const early = portal.db.transaction(async (tx) => {
      const event = await record({ ...portal, db: tx as unknown as TestApp['db'] }, 'early')
      inserted.resolve()
      await held.promise
      return event
    })
    await inserted.promise
    const starting = startSender(portal, receiver)
    await delay(200)
    held.resolve()
    await starting
    const lateIds = [(await early).id]
    expect(await received(receiver, 1)).toEqual(lateIds)

    // A later event is sent before one whose transaction is still open, and neither is lost.
    const slow = Promise.withResolvers<void>()
    const slowInserted = Promise.withResolvers<void>()
    const open = portal.db.transaction(async (tx) => {
      const event = await record({ ...portal, db: tx as unknown as TestApp['db'] }, 'slow')
      slowInserted.resolve()
      await slow.promise
      return event
    })
    await slowInserted.promise
    await portal.db
      .transaction(async (tx) => {
        await record({ ...portal, db: tx as unknown as TestApp['db'] }, 'rolled back')
        throw new Error('no')
      })
      .catch(() => {})
    const quick = await record(portal, 'quick')
    expect(await received(receiver, 2)).toEqual([...lateIds, quick.id])
    slow.resolve()
    expect(await received(receiver, 3)).toEqual([...lateIds, quick.id, (await open).id])
  }, 30_000)
})

test('a file that cannot be written prevents the start', async () => {
  const portal = await openPortal()
  const path = join(portal.deps.settings.dataDir, 'missing', 'audit.jsonl')
  await expect(startAuditSender(depsOf(portal), { kind: 'file', path })).rejects.toThrow(
    new StartError(`AUDIT_LOG_TO: ${path} cannot be written: its folder does not exist.`),
  )
})
