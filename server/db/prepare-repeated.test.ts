import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { type Database, openDatabase, type Transaction } from './client.ts'
import { plannedEachTime } from './prepare-repeated.ts'

const postgresUrl = inject('postgresUrl')
const name = `prepared_${randomUUID().replaceAll('-', '')}`
const url = await createDatabase(postgresUrl, name)
afterAll(() => dropDatabase(postgresUrl, name))

let db: Database
beforeEach(() => {
  db = openDatabase({ connectionString: url }, () => {})
})
afterEach(() => db.$client.end())

const listPrepared = async (tx: Transaction) => {
  const { rows } = await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)
  return rows.map(({ statement }) => statement)
}

test('a statement with parameters is prepared when it is sent a second time, with the same results', async () => {
  await db.transaction(async (tx) => {
    const add = (number: number) => tx.execute(sql`select ${number}::int + 1 as sum`)
    expect((await add(1)).rows).toEqual([{ sum: 2 }])
    expect(await listPrepared(tx)).toEqual([])
    expect((await add(2)).rows).toEqual([{ sum: 3 }])
    expect((await add(3)).rows).toEqual([{ sum: 4 }])
    expect(await listPrepared(tx)).toEqual(['select $1::int + 1 as sum'])
  })
})

test('a statement that is to be planned each time is not prepared', async () => {
  await db.transaction(async (tx) => {
    for (const number of [1, 2, 3]) {
      const { rows } = await tx.execute(sql`select ${sql.raw(plannedEachTime)} ${number}::int as same`)
      expect(rows).toEqual([{ same: number }])
    }
    expect(await listPrepared(tx)).toEqual([])
  })
})

test('statements of the pool itself are prepared as well, and one with a name is sent under that name', async () => {
  const text = 'select $1::text as word'
  for (const word of ['one', 'two', 'three']) {
    expect((await db.$client.query(text, [word])).rows).toEqual([{ word }])
    expect((await db.$client.query({ name: 'own', text: `${text}, 1`, values: [word] })).rowCount).toBe(1)
  }
  const { rows } = await db.$client.query('select name, statement from pg_prepared_statements')
  expect(rows.map(({ statement }) => statement).sort()).toEqual([text, `${text}, 1`])
  expect(rows.find(({ statement }) => statement === `${text}, 1`)?.name).toBe('own')
})

test('a connection prepares two hundred statements at most, and runs all others unprepared', async () => {
  await db.transaction(async (tx) => {
    for (let number = 0; number < 210; number += 1) {
      const text = sql.raw(`select ${number} + `)
      for (const one of [1, 1]) {
        const { rows } = await tx.execute<{ sum: number }>(sql`${text}${one}::int as sum`)
        expect(rows[0]?.sum).toBe(number + 1)
      }
    }
    expect(await listPrepared(tx)).toHaveLength(200)
  })
})

test('a transaction whose prepared statement no longer matches a changed table fails only once', async () => {
  await db.execute(sql`create table changing (value int)`)
  const read = () => db.transaction((tx) => tx.execute(sql`select value from changing where ${1}::int = 1`))
  for (let time = 0; time < 3; time += 1) await read()
  await db.execute(sql`alter table changing alter value type text`)
  await expect(read()).rejects.toThrow()
  expect((await read()).rows).toEqual([])
})
