import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allSealed } from '#test/all-sealed.ts'
import { createDatabase, dropDatabase, startTestPostgres } from '#test/postgres.ts'
import { startServerProcess } from '#test/server-process.ts'

/**
 * Starts one PostgreSQL for the run, and fills one database and one folder with the demo data, once for all servers
 * of the run.
 */
export default async function setUp() {
  const postgres = await startTestPostgres()
  // The name is unique, since other runs may use the same server.
  const template = `portal_e2e_template_${randomUUID().slice(0, 8)}`
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-e2e-'))
  const tearDown = async () => {
    await rm(dataDir, { recursive: true, force: true })
    await dropDatabase(postgres.url, template)
    await postgres.stop()
  }

  try {
    const databaseUrl = await createDatabase(postgres.url, template)
    const server = await startServerProcess({
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
      DEMO: 'on',
      PORT: '0',
    })
    // Otherwise each server of the run would seal the agreements of the demo when it starts.
    await allSealed(databaseUrl)
    await server.stop()
  } catch (error) {
    await tearDown()
    throw error
  }
  // The workers are processes of their own, which read these variables.
  process.env.E2E_POSTGRES_URL = postgres.url
  process.env.E2E_TEMPLATE_DATABASE = template
  process.env.E2E_TEMPLATE_DATA_DIR = dataDir
  return tearDown
}
