import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { writeIdentityFile } from '#packages/sealed-pdf/identity-file.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { createSession } from '#server/sessions/data.ts'
import { newToken, sha256 } from '#server/sessions/sessions.ts'
import { createUser } from './factories.ts'
import { createDatabase, dropDatabase } from './postgres.ts'

/** Stores the key of the test run in a data folder, so that the process that uses the folder does not make its own. */
export const writeKey = (dataDir: string) =>
  writeIdentityFile(join(dataDir, 'signing.pem'), inject('signingIdentity'))

/** Signs in by writing a session row as a real sign-in does, and returns the session cookie as a request header. */
export const sessionCookie = async (db: Database, user: Awaited<ReturnType<typeof createUser>>) => {
  const token = newToken()
  await createSession(db, { sid: sha256(token), user, method: 'code' })
  return `session=${token}`
}

/** The session cookie of a new user. */
export const newCookie = async (db: Database, role: 'support' | 'admin' | 'user') =>
  sessionCookie(db, await createUser({ db }, { role }))

/** Creates what server processes run on: a migrated database without users, and a data folder with a key. */
export const createInstallation = async () => {
  const postgresUrl = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = await createDatabase(postgresUrl, name, inject('templateDatabase'))
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-processes-'))
  await writeKey(dataDir)
  // PostgreSQL may not have seen all connections close; dropping the database ends them, which is no error here.
  const db = openDatabase({ connectionString: databaseUrl }, () => {})
  return {
    databaseUrl,
    dataDir,
    db,
    /** The settings of a process. */
    environment: { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, DEMO: 'off', PORT: '0' },
    remove: async () => {
      await db.$client.end()
      await dropDatabase(postgresUrl, name)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

export type Installation = Awaited<ReturnType<typeof createInstallation>>
