// The limit: bare Fastify and pg, running the statements that the portal runs for a signed-in read. STATEMENTS contains them as JSON: the
// first finds the session, the rest then run at the same time. Statements that the portal lets PostgreSQL plan each time are not prepared.
import Fastify from 'fastify'
import pg from 'pg'
import { plannedEachTime } from '#server/db/prepare-repeated.ts'
import type { Statement } from './record-statements.ts'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const [session, ...reads] = (JSON.parse(process.env.STATEMENTS ?? '[]') as Statement[]).map(
  (statement, index) =>
    statement.text.includes(plannedEachTime) ? statement : { ...statement, name: `statement_${index}` },
)
if (!session) throw new Error('STATEMENTS names none')

const app = Fastify()
app.get('/', async () => {
  const { rows } = await pool.query(session)
  if (reads.length === 0) {
    const { id, role, firstName, lastName, profileImageUrl, email, partners } = rows[0]
    return { id, role, firstName, lastName, profileImageUrl, email, partners }
  }
  const [first] = await Promise.all(reads.map((read) => pool.query(read)))
  return first?.rows
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })
process.stdout.write(`${JSON.stringify({ url, msg: 'ready' })}\n`)
