// 400 announcements to 10,000 partners: the list of staff, the readers of one, and the announcements of a partner, compared with bare
// Fastify and pg that run the same statements. Goals: 0.7 of their rate; 100 ms for the list of staff and 30 ms for the others. Then one
// more is published to all: the response takes at most 100 ms, and all notifications 10 s, compared with a bare insert of as many rows.
import { sql } from 'drizzle-orm'
import { type Database, openDatabase, withLongStatements } from '#server/db/client.ts'
import { createAnnouncement } from '#server/features/announcements/actions.ts'
import {
  countAnnouncements,
  hasAnnouncement,
  listAnnouncements,
} from '#server/features/announcements/data.ts'
import { countReaders, listReaders } from '#server/features/announcements/readers/data.ts'
import { readerOf } from '#server/features/announcements/reading/access.ts'
import { countOwn, listOwn } from '#server/features/announcements/reading/data.ts'
import { notifyOfAnnouncement } from '#server/features/notifications/notify/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { report } from './report.ts'
import { seedAnnouncements } from './seed-announcements.ts'
import { seedUsers } from './seed-users.ts'

const rounds = 5
const page = { page: 1, limit: 20 }

const postgres = await startTestPostgres()
const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
await seedUsers(postgres.url, 20_200)
await seedAnnouncements(postgres.url, 400)
const db = openDatabase({ connectionString: postgres.url }, () => {})

const compare = async (
  email: string,
  what: string,
  path: string,
  maxMs: number,
  read: (db: Database, user: SignedInUser) => Promise<unknown>,
) => {
  const cookie = await demoCookie(portal.url, email)
  const measured = { url: portal.url, databaseUrl: postgres.url, cookie }
  await compareWithBare(measured, what, path, read)
  await reportLatency(measured, what, path, maxMs)
}

const one = async (query: ReturnType<typeof sql>) =>
  String((await db.execute<{ one: string }>(query)).rows[0]?.one)
const forEveryone = await one(sql`
  select id as one from announcements where assigned_group is null order by publish_at desc limit 1`)

try {
  const admin = '/api/admin/announcements'
  await compare('support@demo.test', 'the list of staff', `${admin}?limit=20`, 100, (read) =>
    Promise.all([
      listAnnouncements(read, { search: null }, page),
      countAnnouncements(read, { search: null }),
    ]),
  )
  await compare(
    'support@demo.test',
    'who has read one',
    `${admin}/${forEveryone}/readers?limit=20`,
    100,
    (read) =>
      Promise.all([
        hasAnnouncement(read, forEveryone),
        listReaders(read, forEveryone, undefined, page),
        countReaders(read, forEveryone, undefined),
      ]),
  )
  await compare(
    'partner@demo.test',
    'those of a partner on the home page',
    '/api/announcements?show=undismissed&limit=3',
    30,
    async (read, user) => {
      const reader = readerOf(user)
      const first = { page: 1, limit: 3 }
      if (reader) await Promise.all([listOwn(read, reader, true, first), countOwn(read, reader, true)])
    },
  )

  const staff = {
    id: await one(sql`select id as one from users where role = 'admin' limit 1`),
    role: 'admin',
    email: 'a@example.com',
    firstName: 'A',
    lastName: 'B',
  }
  const timed = async (work: () => Promise<unknown>) => {
    const start = performance.now()
    await work()
    return performance.now() - start
  }
  await db.execute(sql`create table bare (like notifications including all)`)
  const [requests, bells, bare]: [number[], number[], number[]] = [[], [], []]
  for (let round = 0; round < rounds; round += 1) {
    let id = ''
    const enqueue = async (_db: unknown, _name: string, data: { id: string }) => {
      id = data.id
    }
    const deps = { db, jobs: { enqueue } } as never
    const form = {
      title: 'Winter hours',
      body: 'We close at noon.',
      assignedPartnerIds: [],
      assignedGroup: null,
    }
    requests.push(await timed(() => createAnnouncement(deps, staff as never, form)))
    bells.push(await timed(() => withLongStatements(db, (long) => notifyOfAnnouncement(long, id))))
    bare.push(
      await timed(() =>
        db.execute(sql`
          insert into bare (user_id, kind, title) select user_id, 'announcement', 'Winter hours' from partner_profiles`),
      ),
    )
  }
  const partners = Number(await one(sql`select count(*) as one from partner_profiles`))
  const notified = Number(
    await one(sql`select count(*) as one from notifications where title = 'Winter hours'`),
  )
  process.stdout.write(`${partners} partners, ${notified / rounds} of them notified each time\n`)
  const limit = { name: 'bare insert of the rows', values: bare }
  report('The request', 'ms', requests, limit, { text: 'within 100 ms', reached: (own) => own <= 100 })
  report('In the bell of all', 'ms', bells, limit, {
    text: 'within 10,000 ms',
    reached: (own) => own <= 10_000,
  })
} finally {
  await portal.stop()
  await db.$client.end()
  await postgres.stop()
}
