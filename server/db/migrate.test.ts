import { randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { sql } from 'drizzle-orm'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { startJobs } from '#server/jobs/jobs.ts'
import { StartError } from '#server/start-error.ts'
import { openLog } from '#test/log.ts'
import { createDatabase, dropDatabase } from '#test/postgres.ts'
import { type Database, openDatabase } from './client.ts'
import { isReady, prepareDatabase } from './migrate.ts'
import journal from './migrations/meta/_journal.json' with { type: 'json' }
import * as partners from './schema/partners.ts'
import * as resources from './schema/resources.ts'
import * as people from './schema/users.ts'

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

const createEmptyDatabase = async () => {
  const url = inject('postgresUrl')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  undo.push(() => dropDatabase(url, name))
  return createDatabase(url, name)
}

const open = (connectionString: string) => {
  const db = openDatabase({ connectionString }, () => {})
  undo.push(() => db.$client.end())
  return db
}

const countMigrations = (db: Database) =>
  db.execute<{ count: number }>(sql`select count(*)::int from drizzle.__drizzle_migrations`)
const nothing = async () => {}

/** Returns the schema that the migrations create, according to drizzle-kit. */
const readNewestSnapshot = async () => {
  const newest = String(journal.entries.length - 1).padStart(4, '0')
  return JSON.parse(
    await readFile(new URL(`migrations/meta/${newest}_snapshot.json`, import.meta.url), 'utf8'),
  )
}

test('a database is ready once it is prepared, and then has every table', async () => {
  const db = open(await createEmptyDatabase())
  await expect(isReady(db)).rejects.toThrow()
  await prepareDatabase(db, nothing)
  await isReady(db)
  const { rows } = await countMigrations(db)
  expect(rows).toEqual([{ count: journal.entries.length }])
  const tables = Object.keys((await readNewestSnapshot()).tables).map((name) => name.replace('public.', ''))
  for (const table of tables) await db.execute(sql`select 1 from ${sql.identifier(table)}`)
})

test('processes that start at the same time prepare the database one after the other, once', async () => {
  const url = await createEmptyDatabase()
  const processes = Array.from({ length: 4 }, () => open(url))
  let inside = 0
  const log = openLog()
  await Promise.all(
    processes.map((db) =>
      prepareDatabase(db, async (tx) => {
        inside += 1
        expect(inside).toBe(1)
        const [admin] = await tx.select().from(people.users)
        if (!admin) await tx.insert(people.users).values({ email: 'admin@example.test', role: 'admin' })
        expect(inside).toBe(1)
        inside -= 1
      }),
    ),
  )
  const [db] = processes
  expect((await db?.execute(sql`select email from users`))?.rows).toHaveLength(1)
  expect(db && (await countMigrations(db)).rows).toEqual([{ count: journal.entries.length }])

  const queues = await Promise.all([1, 2, 3].map(() => startJobs({ connectionString: url }, log.logger)))
  await Promise.all(queues.map((jobs) => jobs.stop()))
  expect(log.takeErrors()).toEqual([])
})

test('a failed preparation is rolled back, and the next start continues', async () => {
  const db = open(await createEmptyDatabase())
  const failing = prepareDatabase(db, async (tx) => {
    await tx.insert(people.users).values({ email: 'half@example.test' })
    throw new Error('the disk is full')
  })
  await expect(failing).rejects.toThrow('the disk is full')
  await prepareDatabase(db, nothing)
  expect(await db.$count(people.users)).toBe(0)
})

test('the start fails on a database that a newer portal has migrated', async () => {
  const db = open(await createEmptyDatabase())
  await prepareDatabase(db, nothing)
  const later = (journal.entries.at(-1)?.when ?? 0) + 1
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('newer', ${later})`,
  )
  await expect(prepareDatabase(db, nothing)).rejects.toThrow(StartError)
})

describe('the migrations', () => {
  test('match the schema: npm run db:generate would add nothing', async () => {
    const files = await readdir(new URL('schema/', import.meta.url))
    const tables = await Promise.all(
      files.map((file) => import(`./schema/${file.slice(0, -'.ts'.length)}.ts`)),
    )
    const latest = await readNewestSnapshot()
    const now = generateDrizzleJson(Object.assign({}, ...tables), latest.id, undefined, 'snake_case')
    expect(Object.keys(now.tables).length).toBeGreaterThan(10)
    expect(await generateMigration(latest, now)).toEqual([])
  })
})

describe('the database', () => {
  const refused = (code: string) => ({ cause: expect.objectContaining({ code }) })

  test('enforces emails unique without case, one profile per user, and known values', async () => {
    const db = open(await createEmptyDatabase())
    await prepareDatabase(db, nothing)
    const [user] = await db.insert(people.users).values({ email: 'Ann@Example.test' }).returning()
    const again = db.insert(people.users).values({ email: 'ann@example.TEST' })
    await expect(again).rejects.toMatchObject(refused('23505'))

    const profile = {
      userId: user?.id ?? '',
      fullName: 'Ann',
      email: 'ann@example.test',
      state: 'AL',
      businessName: 'Hall',
      mainMarketingContact: 'Ann',
      businessWebsite: 'https://example.com',
    }
    await db.insert(partners.partnerProfiles).values(profile)
    await expect(db.insert(partners.partnerProfiles).values(profile)).rejects.toMatchObject(refused('23505'))

    for (const [table, column] of [
      ['users', 'role'],
      ['partner_profiles', 'onboarding_status'],
      ['partner_profiles', 'preferred_communication_method'],
    ] as const) {
      const change = sql`update ${sql.identifier(table)} set ${sql.identifier(column)} = 'unheard of'`
      await expect(db.execute(change)).rejects.toMatchObject(refused('23514'))
    }
  })

  test('deletes a profile with its user, and does not delete a file with its folder', async () => {
    const db = open(await createEmptyDatabase())
    await prepareDatabase(db, nothing)
    await db.execute(sql`
      with person as (insert into users (email) values ('ann@example.test') returning id)
      insert into partner_profiles
        (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
      select id, 'Ann', 'ann@example.test', 'AL', 'Hall', 'Ann', 'https://example.com' from person`)
    await db.delete(people.users)
    expect(await db.$count(partners.partnerProfiles)).toBe(0)

    await db.execute(sql`
      with folder as (insert into resource_folders (name, category) values ('F', 'creative') returning id)
      insert into resource_files
        (title, category, folder_id, file_path, object_key, file_type, file_size, sha256)
      select 'T', 'creative', id, 'a', 'a', 'pdf', 1, '' from folder`)
    await db.delete(resources.resourceFolders)
    expect(await db.select().from(resources.resourceFiles)).toMatchObject([{ folderId: null }])
  })
})
