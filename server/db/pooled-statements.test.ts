import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { type Database, openDatabase, withLongStatements } from './client.ts'
import { isDatabaseOutage } from './outage.ts'

// These tests check what the database receives. peers/pgbouncer.test.ts tests with PgBouncer itself.
const postgresUrl = inject('postgresUrl')
const name = `pooled_${randomUUID().replaceAll('-', '')}`
let db: Database
beforeAll(async () => {
  const connectionString = await createDatabase(postgresUrl, name)
  db = openDatabase({ connectionString, isPooled: true }, () => {}, {
    maxConnections: 1,
    statementTimeoutMs: 1_000,
  })
})
afterAll(async () => {
  await db.$client.end()
  await dropDatabase(postgresUrl, name)
})

const limits = sql`select current_setting('statement_timeout') as statement,
  current_setting('idle_in_transaction_session_timeout') as idle`
const none = [{ statement: '0', idle: '0' }]
const slow = sql`select pg_sleep(2)`

test('transactions have their limits, and the session of the database has none', async () => {
  const inTransaction = (config?: Parameters<Database['transaction']>[1]) =>
    db.transaction(async (tx) => (await tx.execute(limits)).rows, config)
  expect(await inTransaction()).toEqual([{ statement: '1s', idle: '1min' }])
  expect(await inTransaction({ isolationLevel: 'serializable', accessMode: 'read only' })).toEqual([
    { statement: '1s', idle: '1min' },
  ])
  expect((await db.execute(limits)).rows).toEqual(none)
})

test('no statement is prepared by name, not even one that has a name or is repeated', async () => {
  for (let count = 0; count < 3; count += 1) {
    expect((await db.$client.query('select $1::text as word', ['again'])).rows).toEqual([{ word: 'again' }])
    expect(
      (await db.$client.query({ name: 'own', text: 'select $1::int as number', values: [1] })).rows,
    ).toEqual([{ number: 1 }])
  }
  expect((await db.$client.query('select name from pg_prepared_statements')).rows).toEqual([])
})

test('a statement that takes too long is canceled in the database, alone or in a transaction', async () => {
  const canceled = await db.execute(slow).catch((error: unknown) => error)
  expect(canceled).toMatchObject({ cause: { code: '57014' } })
  expect(isDatabaseOutage(canceled)).toBe(true)
  expect(isDatabaseOutage(await db.transaction((tx) => tx.execute(slow)).catch((error) => error))).toBe(true)
})

test('in a transaction only the database cancels: a cancel request could arrive late and cancel the next statement', async () => {
  const canceled = await db.transaction((tx) => tx.execute(slow)).catch((error: unknown) => error)
  expect(canceled).toMatchObject({ cause: { message: 'canceling statement due to statement timeout' } })
})

test('a process that was busy when the response arrived reads it, however late', async () => {
  // BEGIN and the statement are sent, and then the process does nothing until after the limit.
  const answered = db.transaction(async (tx) => {
    const { rows } = await tx.execute(limits)
    const slept = tx.execute(sql`select pg_sleep(0.1)`).then(() => rows)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_800)
    return slept
  })
  expect(await answered).toHaveLength(1)
})

test('a connection is not used again after a cancel request', async () => {
  const getProcess = async () => (await db.execute(sql`select pg_backend_pid() as id`)).rows
  const before = await getProcess()
  // This statement succeeds although it is canceled, like a statement that ends just before the cancel request arrives.
  await db.execute(
    sql.raw('do $$ begin perform pg_sleep(20); exception when query_canceled then null; end $$'),
  )
  expect(await getProcess()).not.toEqual(before)
})

test('long statements get a longer limit without a setting of the session', async () => {
  await withLongStatements(db, async (long) => {
    expect((await long.execute(slow)).rows).toHaveLength(1)
    expect((await long.execute(limits)).rows).toEqual(none)
    const { rows } = await long.transaction((tx) => tx.execute(limits))
    expect(rows).toEqual([{ statement: '10min', idle: '10min' }])
  })
})
