import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { startTcpProxy } from '#test/tcp-proxy.ts'
import { openDatabase } from './client.ts'

const postgresUrl = inject('postgresUrl')
const name = `client_${randomUUID().replaceAll('-', '')}`
afterAll(() => dropDatabase(postgresUrl, name))

// This is the size of the pool.
const connections = 10

test('transactions that an outage interrupts, at BEGIN or later, reject and release their connections', async () => {
  const url = new URL(await createDatabase(postgresUrl, name))
  const proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) })
  url.hostname = proxy.host
  url.port = String(proxy.port)
  const db = openDatabase({ connectionString: url.href }, () => {})
  const all = <T>(work: () => Promise<T>) => Promise.allSettled(Array.from({ length: connections }, work))
  const ask = () => db.transaction((tx) => tx.execute(sql`select 1`))
  const outcomes = async (asked: ReturnType<typeof all>) => new Set((await asked).map(({ status }) => status))

  expect(await outcomes(all(ask))).toEqual(new Set(['fulfilled']))
  // These transactions use connections that are broken, which the pool has not noticed yet.
  const cutting = proxy.cut()
  expect(await outcomes(all(ask))).toEqual(new Set(['rejected']))
  await cutting
  await proxy.mend()
  expect(await outcomes(all(ask))).toEqual(new Set(['fulfilled']))

  const begun = Array.from({ length: connections }, () => Promise.withResolvers<void>())
  const broken = Promise.withResolvers<void>()
  const pending = begun.map((one) =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select 1`)
      one.resolve()
      await broken.promise
      await tx.execute(sql`select 1`)
    }),
  )
  const results = Promise.allSettled(pending)
  await Promise.all(begun.map(({ promise }) => promise))
  await proxy.cut()
  broken.resolve()
  expect(new Set((await results).map(({ status }) => status))).toEqual(new Set(['rejected']))
  await proxy.mend()
  expect(await outcomes(all(ask))).toEqual(new Set(['fulfilled']))
  await db.$client.end()
  await proxy.cut()
})
