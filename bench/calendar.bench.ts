// The calendar with 10,000 partners, 400,000 tasks and 50,000 activations. Measures a month of all partners, and of one partner for staff
// and for the partner, compared with bare Fastify and pg that run the same statements. Also measures the feeds of both, compared with
// their statements alone. Goals: 0.7 of the bare rate for all partners and 0.3 for one, where computing the days of the time zone and the
// twenty recurring tasks takes longer than the statements; each month within 50 ms; the feed of a partner with a thousand planned tasks
// within 100 ms, and the feed of staff, which has a thousand activations in addition, within 500 ms.
import { sql } from 'drizzle-orm'
import type { Role } from '#contract/users/roles.ts'
import { type Database, openDatabase } from '#server/db/client.ts'
import { ownReader } from '#server/features/calendar/access.ts'
import { getPartnerGroup } from '#server/features/calendar/data.ts'
import { daysOf } from '#server/features/calendar/days.ts'
import { listDays } from '#server/features/calendar/entries.ts'
import { feedFile } from '#server/features/calendar/feed/feed-file.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { readSettings } from '#server/settings.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { compareWithBare, reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { printPlans } from './plans.ts'
import { recordStatements } from './record-statements.ts'
import { report } from './report.ts'
import { seedCalendar } from './seed-calendar.ts'
import { seedUsers } from './seed-users.ts'

const maxMonthMs = 50
const feedRounds = 9
const ofOneShare = 0.3
const timeZone = 'America/New_York'

const postgres = await startTestPostgres()
const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
await seedUsers(postgres.url, 20_200)
await seedCalendar(postgres.url, 400_000, 50_000)
const db = openDatabase({ connectionString: postgres.url }, () => {})

const now = new Date()
const dayOf = (month: number, day: number) =>
  new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + month, day)).toISOString().slice(0, 10)
// The month that a screen shows, which has six weeks.
const [from, to] = [dayOf(0, -3), dayOf(1, 7)]

const measuredFor = async (email: string) => ({
  url: portal.url,
  databaseUrl: postgres.url,
  cookie: await demoCookie(portal.url, email),
})

const compareMonth = async (
  email: string,
  what: string,
  query: string,
  read: (db: Database, user: SignedInUser) => Promise<unknown>,
  share?: number,
) => {
  const measured = await measuredFor(email)
  const path = `/api/calendar?from=${from}&to=${to}&timeZone=${timeZone}${query}`
  await compareWithBare(measured, what, path, read, share)
  await reportLatency(measured, what, path, maxMonthMs)
}

const ownMonth = async (read: Database, user: SignedInUser) => {
  const reader = ownReader(user.role, user.memberships)
  if (reader) await listDays(read, daysOf(from, to, timeZone), reader)
}

const timed = async (work: () => Promise<unknown>) => {
  const start = performance.now()
  await work()
  return performance.now() - start
}

// Call the code directly, since the portal limits a network to 600 feeds in a quarter of an hour.
const measureFeed = async (email: string, what: string, maxMs: number) => {
  const { rows } = await db.execute<{ id: string; role: Role; partnerId: string | null }>(sql`
    select account.id, account.role, profile.id as "partnerId"
    from users account left join partner_profiles profile on profile.user_id = account.id where account.email = ${email}`)
  const [user] = rows
  if (!user) throw new Error(`${email} is not there`)
  const { id, role, partnerId } = user
  const partners = partnerId === null ? [] : [{ partnerId, partnerGroup: null, canSign: true }]
  const settings = readSettings({ DATABASE_URL: postgres.url })
  const write = (read: Database) =>
    feedFile({ db: read, settings, baseUrl: () => settings.baseUrl }, { id, role, partners }, now)
  const statements = await recordStatements(postgres.url, write)
  await printPlans(postgres.url, statements)
  const readBare = () => Promise.all(statements.map((statement) => db.$client.query(statement)))
  const events = (await write(db)).split('BEGIN:VEVENT').length - 1
  await readBare()
  const [own, bare]: [number[], number[]] = [[], []]
  for (let round = 0; round < feedRounds; round += 1) {
    own.push(await timed(() => write(db)))
    bare.push(await timed(readBare))
  }
  report(
    `${what}, ${events} events`,
    'ms',
    own,
    { name: 'its statements alone', values: bare },
    {
      text: `within ${maxMs} ms`,
      reached: (measured) => measured <= maxMs,
    },
  )
}

try {
  const { rows } = await db.execute<{ id: string }>(sql`select id from partner_profiles order by id limit 1`)
  const partnerId = rows[0]?.id ?? ''
  await compareMonth('support@demo.test', 'a month of all partners', '', ownMonth)
  await compareMonth(
    'support@demo.test',
    'a month of one partner for staff',
    `&partnerId=${partnerId}`,
    async (read) => {
      const partnerGroup = (await getPartnerGroup(read, partnerId)) ?? null
      await listDays(read, daysOf(from, to, timeZone), {
        partners: [{ partnerId, partnerGroup, canSign: true }],
        namesPartners: true,
      })
    },
    ofOneShare,
  )
  await compareMonth('partner@demo.test', 'a month of a partner', '', ownMonth, ofOneShare)
  await measureFeed('partner@demo.test', 'the feed of a partner', 100)
  await measureFeed('support@demo.test', 'the feed of staff', 500)
} finally {
  await portal.stop()
  await db.$client.end()
  await postgres.stop()
}
