import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { openDatabase } from '#server/db/client.ts'
import { requireFreeSpace } from '#server/storage/free-space.ts'
import { limitFiles, readinessOf, storageIsFull } from '#test/full-disk.ts'
import { newCookie, writeKey } from '#test/installation.ts'
import { uploaderOf } from '#test/process-uploads.ts'
import { type ServerProcess, startServerProcess } from '#test/server-process.ts'

// The server has a PostgreSQL of its own. The disk of its data folder is full in the first tests, that of its database in the last one.
let postgres: Awaited<ReturnType<typeof startTemporaryPostgres>>
let superuser: pg.Client
let dataDir: string
let server: ServerProcess
let uploader: ReturnType<typeof uploaderOf>
beforeAll(async () => {
  postgres = await startTemporaryPostgres({ name: 'partner-portal' })
  dataDir = await mkdtemp(join(tmpdir(), 'portal-full-'))
  await writeKey(dataDir)
  server = await startServerProcess({
    PORT: '0',
    DEMO: 'off',
    DATA_DIR: dataDir,
    DATABASE_URL: postgres.url,
  })
  const db = openDatabase({ connectionString: postgres.url }, () => {})
  uploader = uploaderOf(server.url, await newCookie(db, 'support'))
  await db.$client.end()
  superuser = new pg.Client(postgres.url)
  await superuser.connect()
})
afterAll(async () => {
  await server.stop()
  await superuser.end()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const limit = (bytes: string) => limitFiles(server.child.pid, bytes)
const storedIn = (folder: string) => readdir(join(dataDir, 'objects', folder))

test('a file for which the disk has no space is refused with a clear message, and no part of it is stored', async () => {
  await limit(String(4 * 1024 * 1024))
  const { response: refused } = await uploader.put(new Uint8Array(10 * 1024 * 1024))
  expect(refused.status).toBe(503)
  expect(await refused.json()).toEqual(storageIsFull)
  expect(await storedIn('unfinished')).toEqual([])
  expect(await storedIn('uploads').catch(() => [])).toEqual([])

  expect((await uploader.put(new TextEncoder().encode('still room for this'))).response.status).toBe(204)
  await limit('unlimited')
})

test('a full disk is reported by /readyz until it has space again', async () => {
  expect(await readinessOf(server)).toEqual([200, undefined])
  await limit('1024')
  expect(await readinessOf(server)).toEqual([503, 'The disk is full'])
  const { response: refused } = await uploader.put(new Uint8Array(10_000))
  expect([refused.status, await refused.json()]).toEqual([503, storageIsFull])
  expect(await storedIn('unfinished')).toEqual([])
  await limit('unlimited')
  expect(await readinessOf(server)).toEqual([200, undefined])
  expect((await uploader.put(new Uint8Array(10_000).fill(97))).response.status).toBe(204)
})

test('a disk with less free space than the database needs counts as full', async () => {
  // The kernel reports that this file system has no free space.
  await expect(requireFreeSpace('/proc')).rejects.toMatchObject({ failure: 'full' })
})

test('a full disk of the database is reported by /readyz and to users', async () => {
  const value = async (statement: string) =>
    Object.values((await superuser.query(statement)).rows[0] ?? {})[0]
  const cluster = String(await value('show data_directory'))
  const { uid, gid } = await stat(cluster)
  expect(await readinessOf(server)).toEqual([200, undefined])

  // Writing to /dev/full fails as on a full disk. It replaces the temporary files of the server's connections, and an empty table.
  const { rows } = await superuser.query<{ pid: number }>('select pid from pg_stat_activity')
  const folder = join(cluster, 'base', 'pgsql_tmp')
  await mkdir(folder, { recursive: true })
  await chown(folder, uid, gid)
  for (const { pid } of rows) {
    for (let file = 0; file < 50; file += 1) {
      await symlink('/dev/full', join(folder, `pgsql_tmp${pid}.${file}`)).catch(() => {})
    }
  }
  await superuser.query('truncate saved_replies')
  const table = join(cluster, String(await value("select pg_relation_filepath('saved_replies')")))
  await rm(table)
  await symlink('/dev/full', table)

  expect(await readinessOf(server)).toEqual([503, 'The disk of the database is full'])
  const refused = await uploader.call(
    'POST',
    '/api/saved-replies',
    JSON.stringify({ title: 'Hello', text: 'Hello' }),
  )
  expect([refused.status, await refused.json()]).toEqual([503, storageIsFull])
})
