// One signed-in read, `GET /api/auth/user`, compared with bare Fastify and pg that run the same statement. Goal: 0.7 of their rate.
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare } from './compare-with-bare.ts'

const postgres = await startTestPostgres()
try {
  const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0' })
  try {
    const cookie = await demoCookie(portal.url, 'partner@demo.test')
    const measured = { url: portal.url, databaseUrl: postgres.url, cookie }
    // The only statement of this read is the one that finds the session.
    await compareWithBare(measured, 'GET /api/auth/user', '/api/auth/user', async () => {})
  } finally {
    await portal.stop()
  }
} finally {
  await postgres.stop()
}
