import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { startTemporaryPostgres } from './temporary-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })

async function query(url: string, text: string): Promise<pg.QueryResultRow[]> {
  const client = new pg.Client(url)
  await client.connect()
  return client
    .query(text)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

test('a temporary database is reached by its URL, refuses a wrong password, and is gone after it stops', async () => {
  const postgres = await startTemporaryPostgres({ settings: { max_connections: '7' } })
  try {
    expect(await query(postgres.url, 'show max_connections')).toEqual([{ max_connections: '7' }])
    const url = new URL(postgres.url)
    url.password = 'wrong'
    await expect(query(url.href, 'select 1')).rejects.toThrow('password authentication failed')
  } finally {
    await postgres.stop()
  }
  await expect(query(postgres.url, 'select 1')).rejects.toThrow('ECONNREFUSED')
})

test('a temporary database with durable commits still has them after a crash', async () => {
  const postgres = await startTemporaryPostgres({ settings: { synchronous_commit: 'on' } })
  try {
    await query(postgres.url, `create table entries (text text); insert into entries values ('saved')`)
    await postgres.crash()
    expect(await query(postgres.url, 'select text from entries')).toEqual([{ text: 'saved' }])
  } finally {
    await postgres.stop()
  }
})
