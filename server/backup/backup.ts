import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PassThrough, type Readable, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import type { Connection } from '#server/db/client.ts'
import { textEntry, type ZipEntry, zipStream } from '#server/features/files/zip.ts'
import { lockFiles } from '#server/storage/deletion-lock.ts'
import { type ObjectStore, StorageError } from '#server/storage/object-store.ts'
import { hashed } from './hashed.ts'
import { type Manifest, pathIn } from './manifest.ts'
import { listSequences, listTables, readRows } from './rows.ts'
import { readWaitingJobs } from './waiting-jobs.ts'

export interface Source {
  /** The connection of a role that may read everything. It must not go through a pooler that shares connections between transactions. */
  connection: Connection
  store: ObjectStore
  /** The folder that contains the portal's own sealing key. */
  dataDir: string
}

/**
 * Writes the database as it is at one moment, all files that the database names, and the sealing key as one zip archive, while the portal
 * keeps running. No file is deleted in the meantime.
 * @returns the manifest, and the SHA-256 of the whole archive in hexadecimal
 */
export const writeBackup = async (source: Source, output: Writable) => {
  const client = new pg.Client({ ...source.connection, application_name: 'partner-portal-backup' })
  // If the connection breaks, the statement that needs it fails.
  client.on('error', () => {})
  await client.connect()
  try {
    await lockFiles(client)
    const whole = hashed()
    const manifest: Manifest = {
      format: 'partner-portal-backup-1',
      takenAt: '',
      migrations: [],
      tables: [],
      sequences: [],
      jobs: { count: 0, sha256: '' },
      objects: [],
      signingKey: null,
    }
    await pipeline(await zipStream(entriesOf(source, client, manifest)), whole.stream, output)
    return { manifest, ...whole.found }
  } finally {
    await client.end()
  }
}

/** Yields the files of the archive, the manifest last, because it contains their hashes. */
async function* entriesOf({ store, dataDir }: Source, client: pg.Client, manifest: Manifest) {
  await client.query('begin isolation level repeatable read read only')
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  manifest.takenAt = rows[0]?.now.toISOString() ?? ''
  manifest.migrations = await readMigrations(client)
  for (const table of await listTables(client)) {
    const content = readRows(client, table)
    const { entry, found } = hashedEntry(pathIn.table(table.name), () => content, createGzip({ level: 5 }))
    yield entry
    manifest.tables.push({ ...table, rows: content.rowCount ?? 0, sha256: found.sha256 })
  }
  manifest.sequences = await listSequences(client)
  const jobs = await readWaitingJobs(client)
  const jobsText = JSON.stringify(jobs)
  manifest.jobs = { count: jobs.length, sha256: sha256(jobsText) }
  yield textEntry(pathIn.jobs, jobsText)
  await client.query('commit')

  const key = await readFile(join(dataDir, 'signing.pem'), 'utf8').catch(ignoreMissing)
  if (key !== null) {
    manifest.signingKey = { sha256: sha256(key) }
    yield textEntry(pathIn.signingKey, key)
  }

  for await (const objectKey of store.list()) {
    const content = await store.read(objectKey).catch((error) => {
      // An upload that was registered after the listing has another key by now, and no row of the backup names the old one.
      if (error instanceof StorageError && error.failure === 'missing' && objectKey.startsWith('uploads/'))
        return null
      throw error
    })
    if (!content) continue
    const { entry, found } = hashedEntry(pathIn.object(objectKey), () => content)
    yield entry
    manifest.objects.push({ key: objectKey, ...found })
  }
  yield textEntry(pathIn.manifest, JSON.stringify(manifest))
}

/** Creates an entry of the archive, and computes the size and hash of the content before it is compressed. */
const hashedEntry = (
  name: string,
  open: () => Readable,
  packed: NodeJS.ReadWriteStream = new PassThrough(),
) => {
  const { stream, found } = hashed()
  const entry: ZipEntry = {
    name,
    read: () => {
      const target = packed as unknown as Readable
      pipeline(open(), stream, packed).catch((error) => target.destroy(error))
      return target
    },
  }
  return { entry, found }
}

const readMigrations = async (client: pg.Client): Promise<Manifest['migrations']> => {
  const { rows } = await client.query<{ hash: string; createdAt: string }>(
    'select hash, created_at as "createdAt" from drizzle.__drizzle_migrations order by created_at',
  )
  return rows.map(({ hash, createdAt }) => ({ hash, createdAt: Number(createdAt) }))
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const ignoreMissing = (error: NodeJS.ErrnoException) => {
  if (error.code === 'ENOENT') return null
  throw error
}
