import { randomBytes, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { openPromise } from 'yauzl'
import { type Database, openDatabase, withLongStatements } from '#server/db/client.ts'
import { addDemoData } from '#server/db/demo/demo-data.ts'
import { migrationsFolder } from '#server/db/migrate.ts'
import { migrateTo } from '#server/db/migrate-to.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { uploads } from '#server/db/schema/files.ts'
import { users } from '#server/db/schema/users.ts'
import { verifyEvidence } from '#server/features/documents/proof/verify-evidence.ts'
import { sweepUploads } from '#server/features/files/actions.ts'
import { createDiskStore } from '#server/storage/disk-store.ts'
import type { ObjectStore } from '#server/storage/object-store.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { databaseState } from '#test/database.ts'
import { createUser } from '#test/factories.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { openArchive } from './archive.ts'
import { writeBackup } from './backup.ts'
import { pathIn } from './manifest.ts'
import { restoreBackup } from './restore.ts'

const sourceOf = ({ deps }: TestApp) => ({
  connection: { connectionString: deps.settings.databaseUrl },
  store: deps.store,
  dataDir: deps.settings.dataDir,
})

// It has a little of everything; only the first test needs the demo.
const portal = await createTestApp()
const { deps } = portal
const folder = await mkdtemp(join(tmpdir(), 'backup-test-'))
const source = sourceOf(portal)
const signingKey = 'the sealing key'

const addKeyAndJob = async ({ db, deps }: TestApp) => {
  await writeFile(join(deps.settings.dataDir, 'signing.pem'), signingKey)
  await db.transaction((tx) => deps.jobs.enqueue(tx, 'sweep', {}))
}

beforeAll(async () => {
  await addKeyAndJob(portal)
  await createUser(portal)
  for (const size of [36, 200_000, 1, 70_000, 36, 5000])
    await deps.store.write(`files/${randomUUID()}`, oneChunk(randomBytes(size)), size)
})
afterAll(async () => {
  await portal.close()
  await rm(folder, { recursive: true })
})

const newBackup = async (from = source) => {
  const path = join(folder, `${randomUUID()}.zip`)
  return { path, ...(await writeBackup(from, createWriteStream(path))) }
}

/** Creates an empty database, a folder for files, and the path of a DATA_DIR that does not exist yet. */
const newTarget = async () => {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const connectionString = await createDatabase(inject('postgresUrl'), name)
  const place = await mkdtemp(join(folder, 'target-'))
  const db = openDatabase({ connectionString }, () => {})
  return {
    db,
    dataDir: join(place, 'data'),
    connection: { connectionString },
    store: createDiskStore(join(place, 'objects')),
    async [Symbol.asyncDispose]() {
      await db.$client.end()
      await dropDatabase(inject('postgresUrl'), name)
    },
  }
}

const restore = async (target: Parameters<typeof restoreBackup>[0], path: string) => {
  const archive = await openArchive(path)
  await restoreBackup(target, archive).finally(() => archive.close())
}

const filesIn = async (store: ObjectStore) => {
  const files = new Map<string, string>()
  for await (const key of store.list()) {
    const chunks: Buffer[] = []
    for await (const chunk of await store.read(key)) chunks.push(chunk)
    files.set(key, Buffer.concat(chunks).toString('base64'))
  }
  return files
}

/** Returns the position of the middle byte of each entry's data, by the entry's name. */
const dataPlaces = async (path: string) => {
  const bytes = await readFile(path)
  const archive = await openPromise(path, { lazyEntries: true, autoClose: false })
  const places = new Map<string, number>()
  for await (const { fileName, relativeOffsetOfLocalHeader: header, compressedSize } of archive.eachEntry()) {
    const data = header + 30 + bytes.readUInt16LE(header + 26) + bytes.readUInt16LE(header + 28)
    places.set(fileName, data + Math.floor(compressedSize / 2))
  }
  archive.close()
  return places
}

const isEmpty = async (db: Database) =>
  (await db.execute(sql`select from pg_class where relnamespace = 'public'::regnamespace`)).rows.length === 0

describe('a backup', () => {
  test('restores every row, every file, every waiting job, and the sealing key', async () => {
    await using demo = await createTestApp({ settings: { DEMO: 'on' } })
    await addDemoData(demo.db, demo.deps.settings, demo.deps.store)
    await addKeyAndJob(demo)
    const { path, manifest } = await newBackup(sourceOf(demo))
    expect((await stat(path)).size).toBeGreaterThan(500_000)
    await using target = await newTarget()
    await restore(target, path)

    const { 'pgboss.job': queueBefore, ...before } = await databaseState(demo.db)
    const { 'pgboss.job': queue, ...after } = await databaseState(target.db)
    expect(after).toEqual(before)
    expect(queueBefore).not.toBeNull()
    expect(queue).not.toBeNull()
    const waiting = await target.db.execute(sql`select name from pgboss.job where state = 'created'`)
    expect(waiting.rows).toEqual([{ name: 'sweep' }])
    expect(await filesIn(target.store)).toEqual(await filesIn(demo.deps.store))
    expect(await readFile(join(target.dataDir, 'signing.pem'), 'utf8')).toBe(signingKey)
    const { agreements, problems } = await verifyEvidence(target)
    expect(problems).toEqual([])
    expect(agreements).toBeGreaterThan(10)
    expect(manifest.objects.length).toBeGreaterThan(10)

    // Triggers protect the audit log again, and foreign keys keep related rows together.
    const broken = (statement: string) => expect(target.db.execute(sql.raw(statement))).rejects.toThrow()
    await broken('delete from audit_log')
    await broken('delete from users')
    const [one] = await target.db
      .insert(users)
      .values({ email: 'later@example.com', role: 'user' })
      .returning()
    expect(one?.email).toBe('later@example.com')
  })

  test('taken while users work has everything acknowledged before it, and nothing half-written', async () => {
    let written = 0
    let isOver = false
    const write = async () => {
      while (!isOver) {
        const id = randomUUID()
        await deps.store.write(`files/${id}`, oneChunk(id), 36)
        await portal.db.transaction(async (tx) => {
          await tx.insert(users).values({ id, email: `w-${id}@example.com`, role: 'user' })
          await tx.insert(auditLog).values({
            actorId: id,
            actorName: 'W',
            actorEmail: 'w@example.com',
            actorRole: 'user',
            action: 'user.created',
            subjectName: `w-${id}`,
          })
        })
        written += 1
      }
    }
    const writers = [write(), write(), write()]
    while (written < 20) await delay(5)
    const acknowledged = written
    const { path } = await newBackup()
    isOver = true
    await Promise.all(writers)
    expect(written).toBeGreaterThan(acknowledged)

    await using target = await newTarget()
    await restore(target, path)
    const { rows } = await target.db.execute<{ id: string; is_whole: boolean }>(sql`
      select users.id, audit_log.id is not null as is_whole
      from users full join audit_log on actor_id = users.id and subject_name = 'w-' || users.id
      where email like 'w-%' or subject_name like 'w-%'`)
    expect(rows.length).toBeGreaterThanOrEqual(acknowledged)
    expect(rows.filter(({ id, is_whole: isWhole }) => !id || !isWhole)).toEqual([])
    for (const { id } of rows) expect(await target.store.size(`files/${id}`)).toBe(36)
    expect((await verifyEvidence(target)).problems).toEqual([])
  })

  test('keeps files from being deleted until it is done', async () => {
    const user = await createUser(portal)
    const key = randomUUID()
    await deps.store.write(`files/${key}`, oneChunk(key), 36)
    await portal.db.insert(uploads).values({
      userId: user.id,
      purpose: 'library',
      objectKey: key,
      expiresAt: new Date(),
      createdAt: sql`now() - interval '2 days'`,
    })
    let hasSwept = false
    let sweeping: Promise<void> | undefined
    const store: ObjectStore = {
      ...deps.store,
      async *list() {
        // The nightly job may also wait as long as the backup takes.
        sweeping = withLongStatements(deps.db, (db) => sweepUploads({ ...deps, db })).then(() => {
          hasSwept = true
        })
        await delay(300)
        expect(hasSwept).toBe(false)
        yield* deps.store.list()
      },
    }
    const path = join(folder, `${randomUUID()}.zip`)
    const { manifest } = await writeBackup({ ...source, store }, createWriteStream(path))
    expect(manifest.objects.map((object) => object.key)).toContain(`files/${key}`)
    await sweeping
    expect(await deps.store.size(`files/${key}`)).toBeNull()
  })
})

describe('a restore', () => {
  let backup: Awaited<ReturnType<typeof newBackup>>
  beforeAll(async () => {
    backup = await newBackup()
  })

  test('refuses a database that is not empty', async () => {
    const target = { ...source, dataDir: folder }
    await expect(restore(target, backup.path)).rejects.toThrow('The database is not empty')
  })

  test.each(['no zip archive', '', 'PK'])('refuses a file that is no backup: %s', async (content) => {
    const path = join(folder, randomUUID())
    await writeFile(path, content)
    await expect(openArchive(path)).rejects.toThrow('The backup is damaged')
    await expect(openArchive(`${path}-gone`)).rejects.toThrow('There is no file')
  })

  test('finds damage in each of its parts, and leaves the database empty', async () => {
    const { path, size, manifest } = backup
    const intact = await readFile(path)
    const places = await dataPlaces(path)
    const object = manifest.objects.at(-1)?.key ?? ''
    await using target = await newTarget()
    // They are in the order in which they are restored, so that each restore gets as far as its damaged part.
    for (const part of [
      pathIn.manifest,
      pathIn.object(object),
      pathIn.signingKey,
      pathIn.jobs,
      pathIn.table('users'),
    ]) {
      const damaged = Buffer.from(intact)
      const at = places.get(part) ?? Number.NaN
      damaged.writeUInt8(damaged.readUInt8(at) ^ 0x10, at)
      const copy = join(folder, `${randomUUID()}.zip`)
      await writeFile(copy, damaged)
      await expect(restore(target, copy), part).rejects.toThrow('The backup is damaged')
      expect(await isEmpty(target.db)).toBe(true)
    }
    const cut = join(folder, `${randomUUID()}.zip`)
    await writeFile(cut, intact.subarray(0, size / 2))
    await expect(openArchive(cut)).rejects.toThrow('The backup is damaged')
  })

  test('that was interrupted succeeds when it is run again', async () => {
    await using target = await newTarget()
    let writes = 0
    const failing: ObjectStore = {
      ...target.store,
      async write(...args) {
        writes += 1
        if (writes === 5) throw new Error('cut off')
        return target.store.write(...args)
      },
    }
    await expect(restore({ ...target, store: failing }, backup.path)).rejects.toThrow('cut off')
    await restore(target, backup.path)
    expect(await filesIn(target.store)).toEqual(await filesIn(deps.store))
  })

  test('of an older backup migrates the database, and of a newer one is refused', async () => {
    const migrations = readMigrationFiles({ migrationsFolder })
      .slice(0, -3)
      .map(({ hash, folderMillis }) => ({ hash, createdAt: folderMillis }))
    await using older = await newTarget()
    const client = new pg.Client(older.connection)
    await client.connect()
    await migrateTo(client, migrations)
    await client.query("insert into users (email, role) values ('old@example.com', 'admin')")
    await client.query('create schema pgboss')
    await client.query(
      'create table pgboss.job (name text, id uuid, data jsonb, priority int, start_after timestamptz, singleton_key text, state text, created_on timestamptz)',
    )
    await client.end()
    const path = join(folder, `${randomUUID()}.zip`)
    await writeBackup(older, createWriteStream(path))
    await using target = await newTarget()
    await restore(target, path)
    const { rows } = await target.db.execute(sql`select email from users`)
    expect(rows).toEqual([{ email: 'old@example.com' }])
    const newest = await target.db.execute(
      sql`select count(*)::int as count from drizzle.__drizzle_migrations`,
    )
    expect(newest.rows).toEqual([{ count: migrations.length + 3 }])

    const archive = await openArchive(path)
    archive.manifest.migrations.push({ hash: 'of-tomorrow', createdAt: Date.now() })
    await using other = await newTarget()
    await expect(restoreBackup(other, archive)).rejects.toThrow('from a newer version')
    expect(await isEmpty(other.db)).toBe(true)
    archive.close()
  })
})

async function* oneChunk(content: string | Buffer) {
  yield Buffer.from(content)
}
