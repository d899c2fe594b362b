// The tables of activations, obligations and payments with 10,000 partners, 10,000 activations, 100,000 obligations and 50,000 payments:
// every filter and order one after the other, the month and the feed of staff, and the reminders of a day. Goals: each answer within 50 ms
// at the 99th percentile; all reminders within a minute.
import pg from 'pg'
import { obligationKinds } from '#contract/obligations/kinds.ts'
import { openDatabase } from '#server/db/client.ts'
import { notifyOfWhatIsDue } from '#server/features/notifications/due/data.ts'
import { startTestPostgres } from '#test/postgres.ts'
import { demoCookie, startServerProcess } from '#test/server-process.ts'
import { reportLatency } from './compare-with-bare.ts'
import { noBudgets } from './no-budgets.ts'
import { report } from './report.ts'
import { seedUsers } from './seed-users.ts'
import { vacuumTables } from './vacuum-tables.ts'

const maxMs = 50
const maxRemindMs = 60_000

const postgres = await startTestPostgres()
const portal = await startServerProcess({ DATABASE_URL: postgres.url, DEMO: 'on', PORT: '0', ...noBudgets })
await seedUsers(postgres.url, 20_200)

const client = new pg.Client({ connectionString: postgres.url })
await client.connect()
await client.query(`
  with own as (select id, row_number() over (order by id) as at from partner_profiles),
  contract as (
    insert into partner_documents (partner_id, document_type, status, signed_at, signature_data)
    select id, 'venue_partnership_agreement', 'signed', now() - at * interval '1 hour', '{}' from own returning id, partner_id
  ), event as (
    insert into partner_activations (partner_id, document_id, name, activation_date, ends_at, place, stage, time_zone)
    select contract.partner_id, contract.id, 'Health day ' || own.at, start, start + interval '6 hours', 'Hall ' || own.at % 90,
      (array['planned', 'confirmed', 'done', 'canceled'])[1 + own.at % 4], 'America/New_York'
    from contract join own on own.id = contract.partner_id,
      lateral (select now() + (own.at % 700 - 350) * interval '1 day' as start) chosen returning id, partner_id, document_id, activation_date
  )
  insert into obligations (partner_id, document_id, activation_id, kind, owed_by, amount_cents, due_on, time_zone, clause, status)
  select partner_id, document_id, id, kind, case when place % 3 = 0 then 'partner' else 'company' end, case when place < 3 then 500000 end,
    activation_date::date - place::int * 5, 'America/New_York', '4.2',
    (array['open', 'open', 'done', 'waived'])[1 + (place + extract(day from activation_date)::int) % 4]
  from event, unnest(array['${obligationKinds.join("','")}']) with ordinality as kinds (kind, place)`)
await client.query(`
  insert into payments (partner_id, obligation_id, document_id, paid_by, amount_cents, currency, paid_on, method, reference, idempotency_key, request_sha256)
  select partner_id, id, document_id, 'company', 250000, 'USD', current_date - (row_number() over ())::int % 700, 'check', 'Check ' || row_number() over (),
    id || ':' || part, ''
  from obligations, generate_series(1, 3) part where amount_cents is not null and owed_by = 'company' limit 50000`)
await vacuumTables(client)
const { rows } = await client.query<{ activations: number; obligations: number; payments: number }>(`
  select (select count(*)::int from partner_activations) as activations, (select count(*)::int from obligations) as obligations,
    (select count(*)::int from payments) as payments`)
await client.end()
console.debug(rows[0])

const month = { from: '2026-12-01T00:00:00.000Z', until: '2027-01-01T00:00:00.000Z' }
const queries: [table: string, ...queries: Record<string, string>[]][] = [
  [
    'activations',
    ...[{}, { time: 'coming', sort: 'date' }, { time: 'past', sort: '-date' }, { stage: 'confirmed' }],
    ...[month, { search: 'health 99' }, { search: 'hall' }, { manager: 'none' }, { partnerGroup: 'Coast' }],
    ...[{ sort: 'name' }, { sort: 'partner' }, { sort: '-partner' }, { time: 'coming', manager: 'me' }],
  ],
  [
    'obligations',
    ...[{}, { state: 'open' }, { state: 'late' }, { state: 'done' }, { owedBy: 'partner', state: 'open' }],
    ...[{ kind: 'deposit' }, { from: '2026-12-01', until: '2026-12-31' }, { search: 'hall' }],
    ...[
      { manager: 'none' },
      { sort: '-due' },
      { sort: '-amount', state: 'open' },
      { sort: 'partner', state: 'open' },
    ],
  ],
  [
    'payments',
    ...[{}, { paidBy: 'company' }, { from: '2026-01-01', until: '2026-12-31' }, { search: 'check 4242' }],
    ...[{ sort: '-amount' }, { sort: 'partner' }],
  ],
]

const db = openDatabase({ connectionString: postgres.url }, () => {})
try {
  const measured = {
    url: portal.url,
    databaseUrl: postgres.url,
    cookie: await demoCookie(portal.url, 'support@demo.test'),
  }
  for (const [table, ...all] of queries) {
    for (const query of all) {
      const text = new URLSearchParams({ ...query, limit: '50' })
      await reportLatency(measured, `${table} ${text}`, `/api/admin/${table}?${text}`, maxMs)
    }
  }
  await reportLatency(measured, 'totals of a year', '/api/admin/payments/totals?year=2026&limit=50', maxMs)
  const year = '/api/admin/reports/events/summary?period=this-year'
  await reportLatency(measured, 'the report on the events of a year', year, maxMs)
  const groups = '/api/admin/reports/events?period=this-year&by=partner&limit=20'
  await reportLatency(measured, 'the events of a year by partner', groups, maxMs)
  await reportLatency(measured, 'a month', '/api/calendar?from=2026-11-29&to=2027-01-09', maxMs)
  await reportLatency(measured, 'what needs attention', '/api/admin/attention', maxMs)
  const start = performance.now()
  const count = await notifyOfWhatIsDue(db, new Date(`${new Date().toISOString().slice(0, 10)}T16:00:00Z`))
  report(
    `${count} reminders of a day`,
    'ms',
    [performance.now() - start],
    { name: 'the goal', values: [maxRemindMs] },
    { text: 'within it', reached: (own, goal) => own <= goal },
  )
} finally {
  await portal.stop()
  await db.$client.end()
  await postgres.stop()
}
