import { access, constants, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Connection, openDatabase } from '#server/db/client.ts'
import { prepareDatabase } from '#server/db/migrate.ts'
import { migrateTo } from '#server/db/migrate-to.ts'
import { jobNames } from '#server/jobs/job-kinds.ts'
import { StartError } from '#server/start-error.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { type Archive, damaged } from './archive.ts'
import { writeRows } from './rows.ts'
import { writeWaitingJobs } from './waiting-jobs.ts'
import { withoutConstraints } from './without-constraints.ts'

export interface Target {
  /** The connection of a role that may create tables. The role owns the tables afterwards. */
  connection: Connection
  store: ObjectStore
  dataDir: string
}

/**
 * Restores a backup into an empty database, its files into the store, and its sealing key into the data folder unless there is one already.
 * The rows come last and in one transaction, so an interrupted restore can be started again.
 * @throws StartError when the database is not empty, the data folder cannot be written to, or the backup is damaged or of a newer version
 */
export const restoreBackup = async (target: Target, archive: Archive) => {
  const client = new pg.Client({ ...target.connection, application_name: 'partner-portal-restore' })
  // If the connection breaks, the statement that needs it fails.
  client.on('error', () => {})
  await client.connect()
  try {
    await requireEmpty(client)
    await requireFolder(target.dataDir)
    await restoreFiles(target.store, archive)
    await restoreKey(target.dataDir, archive)
    await client.query('drop schema if exists pgboss cascade')
    await writeWaitingJobs(target.connection, await archive.jobs(), jobNames)
    await client.query('begin')
    await migrateTo(client, archive.manifest.migrations)
    await withoutConstraints(client, () => restoreRows(client, archive))
    await client.query('commit')
  } finally {
    await client.end()
  }
  await bringUpToDate(target.connection)
}

const requireEmpty = async (client: pg.Client) => {
  const { rows } = await client.query(
    "select from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v') limit 1",
  )
  if (rows.length > 0)
    throw new StartError('The database is not empty. Restore into a new one, or with another DATA_DIR.')
}

const requireFolder = async (dataDir: string) => {
  try {
    await mkdir(dataDir, { recursive: true, mode: 0o700 })
    await access(dataDir, constants.W_OK)
  } catch (error) {
    throw new StartError(`DATA_DIR ${dataDir} cannot be created, or this account may not write to it.`, {
      cause: error,
    })
  }
}

const restoreFiles = async (store: ObjectStore, archive: Archive) => {
  for (const object of archive.manifest.objects) {
    // The object is left from an interrupted restore, or the bucket was not lost. A key is never used again for another content.
    if ((await store.size(object.key)) === object.size) continue
    const content = await archive.object(object)
    await store.write(object.key, content, object.size).catch((error) => {
      // The error of reading explains more than the error of writing, which follows from it.
      throw content.errored ?? error
    })
  }
}

const restoreKey = async (dataDir: string, archive: Archive) => {
  const key = await archive.signingKey()
  if (key === null) return
  await writeFile(join(dataDir, 'signing.pem'), key, { mode: 0o600, flag: 'wx' }).catch((error) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Whether damaged rows caused the error: before their hash is known, decompression may fail, or PostgreSQL may refuse them. */
const isOfDamage = ({ code = '' }: { code?: string }) => code.startsWith('Z_') || code.startsWith('22')

const restoreRows = async (client: pg.Client, { manifest, table }: Archive) => {
  for (const each of manifest.tables) {
    const rows = await writeRows(client, each, await table(each)).catch((error) => {
      throw isOfDamage(error) ? damaged(`the rows of ${each.name} cannot be read`) : error
    })
    if (rows !== each.rows) throw damaged(`${each.name} has ${rows} rows instead of ${each.rows}`)
  }
  for (const { name, value } of manifest.sequences) {
    if (value !== null)
      await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value])
  }
}

/** Runs the migrations that are newer than the backup. */
const bringUpToDate = async (connection: Connection) => {
  const db = openDatabase(connection, () => {})
  await prepareDatabase(db, async () => {}).finally(() => db.$client.end())
}
