import pg from 'pg'
import type { Statement } from './record-statements.ts'

/** Prints for each statement whether PostgreSQL reads each table by an index, and by which, or completely. */
export const printPlans = async (connectionString: string, statements: readonly Statement[]) => {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    for (const { text, values } of statements) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
      const scans = rows
        .map((row) => row['QUERY PLAN'].replace(/^[\s>-]+/, ''))
        .filter((line) => /\bScan\b/.test(line))
      process.stdout.write(`plan: ${scans.join('; ') || 'no table'}\n`)
    }
  } finally {
    await client.end()
  }
}
