import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

/**
 * Resolves once everything signed in a database is sealed, such as the agreements of the demo after its first start.
 * @throws Error after two minutes
 */
export const allSealed = async (databaseUrl: string) => {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const deadline = Date.now() + 120_000
    const isUnsealed = async () =>
      (await client.query('select from document_seals where sealed_at is null limit 1')).rowCount !== 0
    while (await isUnsealed()) {
      if (Date.now() > deadline) throw new Error('Not all agreements were sealed')
      await sleep(100)
    }
  } finally {
    await client.end()
  }
}
