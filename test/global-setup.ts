import { randomUUID } from 'node:crypto'
import type { TestProject } from 'vitest/node'
import { createIdentity, type Identity } from '#packages/sealed-pdf/identity.ts'
import { openDatabase } from '#server/db/client.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { startJobs } from '#server/jobs/jobs.ts'
import { createLog } from '#server/log.ts'
import { createDatabase, dropDatabase, startTestPostgres } from '#test/postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The address of this run's PostgreSQL, without a database that tests may use. */
    postgresUrl: string
    /** The migrated database that the database of each test server is copied from. */
    templateDatabase: string
    /** The key and certificate that seal agreements, shared because making a key takes a second. */
    signingIdentity: Identity
  }
}

/** Starts one PostgreSQL for the run, and migrates one database in it, once for all tests. */
export default async function setUp(project: TestProject) {
  const postgres = await startTestPostgres()
  // The name is random, since other runs may use the same server.
  const templateDatabase = `portal_template_${randomUUID().slice(0, 8)}`
  const connectionString = await createDatabase(postgres.url, templateDatabase)
  const db = openDatabase({ connectionString }, (error) => {
    throw error
  })
  await prepareDatabase(db, async () => {})
  await db.$client.end()
  // The job queue creates its own tables when it starts.
  const jobs = await startJobs({ connectionString }, createLog('warn'))
  await jobs.stop()

  const names = { commonName: 'Partner Portal', organization: 'Harborview Health Services' }
  project.provide('signingIdentity', await createIdentity(names))

  project.provide('postgresUrl', postgres.url)
  project.provide('templateDatabase', templateDatabase)
  return async () => {
    await dropDatabase(postgres.url, templateDatabase)
    await postgres.stop()
  }
}
