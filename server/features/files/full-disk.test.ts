import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { startTemporaryPostgres } from '#packages/embedded-postgres/temporary-postgres.ts'
import { requireFreeSpace } from '#server/storage/free-space.ts'
import { limitFiles, readinessOf, storageIsFull } from '#test/full-disk.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { signInUploader } from '#test/process-uploads.ts'
import { startServerProcess } from '#test/server-process.ts'

// In blocks of 512 bytes or a kilobyte, depending on the shell: files up to 2 or 4 MB.
const maxBlocks = 4096

test('a file for which the disk has no space is refused with a clear message, and no part of it is stored', async () => {
  const name = `full_${crypto.randomUUID().replaceAll('-', '')}`
  const postgresUrl = inject('postgresUrl')
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-full-'))
  const environment = {
    PORT: '0',
    DEMO: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(postgresUrl, name, inject('templateDatabase')),
  }
  const limited = ['sh', '-c', `ulimit -f ${maxBlocks} && exec "$0" "$@"`]
  const server = await startServerProcess(environment, 'server/main.ts', limited)
  try {
    const { put } = await signInUploader(server.url)
    const { answer: refused } = await put(new Uint8Array(10 * 1024 * 1024))
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual(storageIsFull)
    expect(await readdir(join(dataDir, 'objects', 'unfinished'))).toEqual([])
    expect(await readdir(join(dataDir, 'objects', 'uploads')).catch(() => [])).toEqual([])

    expect((await put(new TextEncoder().encode('still room for this'))).answer.status).toBe(204)
  } finally {
    await server.stop()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('a disk that takes no more bytes is shown by /readyz, until it takes some again', async () => {
  const name = `full_${crypto.randomUUID().replaceAll('-', '')}`
  const postgresUrl = inject('postgresUrl')
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-full-'))
  const server = await startServerProcess({
    PORT: '0',
    DEMO: 'on',
    DATA_DIR: dataDir,
    DATABASE_URL: await createDatabase(postgresUrl, name, inject('templateDatabase')),
  })
  const limit = (bytes: string) => limitFiles(server.child.pid, bytes)
  try {
    const { put } = await signInUploader(server.url)
    expect(await readinessOf(server)).toEqual([200, undefined])
    await limit('1024')
    expect(await readinessOf(server)).toEqual([503, 'The disk is full'])
    const { answer: refused } = await put(new Uint8Array(10_000))
    expect([refused.status, await refused.json()]).toEqual([503, storageIsFull])
    expect(await readdir(join(dataDir, 'objects', 'unfinished'))).toEqual([])
    await limit('unlimited')
    expect(await readinessOf(server)).toEqual([200, undefined])
    expect((await put(new Uint8Array(10_000).fill(97))).answer.status).toBe(204)
  } finally {
    await server.stop()
    await dropDatabase(postgresUrl, name)
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)

test('a disk with less free space than the database needs counts as full', async () => {
  // The kernel says of this one that no byte of it is free.
  await expect(requireFreeSpace('/proc')).rejects.toMatchObject({ failure: 'full' })
})

test('a full disk of the database is shown by /readyz and to people', async () => {
  const postgres = await startTemporaryPostgres({ name: 'partner-portal' })
  const dataDir = await mkdtemp(join(tmpdir(), 'portal-full-'))
  const superuser = new pg.Client(postgres.url)
  await superuser.connect()
  const environment = { PORT: '0', DEMO: 'on', DATA_DIR: dataDir, DATABASE_URL: postgres.url }
  const server = await startServerProcess(environment)
  try {
    const value = async (statement: string) =>
      Object.values((await superuser.query(statement)).rows[0] ?? {})[0]
    const cluster = String(await value('show data_directory'))
    const { uid, gid } = await stat(cluster)
    const { call } = await signInUploader(server.url)
    expect(await readinessOf(server)).toEqual([200, undefined])

    // Writing to it fails as on a full disk. These are the temporary files of the server's connections, and a table that is empty.
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
    const refused = await call(
      'POST',
      '/api/saved-replies',
      JSON.stringify({ title: 'Hello', text: 'Hello' }),
    )
    expect([refused.status, await refused.json()]).toEqual([503, storageIsFull])
  } finally {
    await server.stop()
    await superuser.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}, 60_000)
