import { type SQLWrapper, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withLongStatements } from '#server/db/client.ts'
import { createTestApp } from '#test/app.ts'
import { countTotals, listAllPayments, listTotals, type PaymentFilter } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

// The payments of a day are far from each other, as in a table that was not filled in the order of the days.
beforeAll(() =>
  withLongStatements(portal.db, async (db) => {
    await db.execute(sql`
      with people as (
        insert into users (email) select 'paid-' || n || '@example.test' from generate_series(1, 2000) n returning id, email),
      partners as (
        insert into partner_profiles (user_id, full_name, email, state, business_name, main_marketing_contact, business_website)
        select id, 'Ada Paid', email, 'AL', 'Hall ' || email, 'Ada', 'https://example.com' from people returning id)
      insert into payments (partner_id, paid_by, amount_cents, currency, paid_on, method, reference, idempotency_key, request_sha256)
      select id, case when n % 4 = 0 then 'partner' else 'company' end, n * 100, 'USD',
        date '2026-01-01' + (row_number() over ())::int % 700, 'check', 'Check ' || row_number() over (), id || ':' || n, ''
      from partners, generate_series(1, 5) n`)
    await db.execute(sql`analyze`)
  }),
)

const page = { page: 1, limit: 50 }

const planOf = async (query: SQLWrapper) => {
  const { rows } = await portal.db.execute<{ 'QUERY PLAN': string }>(sql`explain ${query}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const find = (search: string | null) => {
  const filter: PaymentFilter = { search }
  return listAllPayments(portal.db, filter, '-paid', page)
}

test('a page of all payments looks up the reversals of its own payments only', async () => {
  const plan = await planOf(find(null))
  expect(plan).toContain('payments_paid')
  expect(plan).toMatch(/using payments_reversal_unique .*\n +Index Cond: \(reverses_id = payments.id\)/)
})

test('a search reads the payments in their order only if the words are frequent', async () => {
  for (const frequent of ['check', 'paid hall']) {
    expect(await planOf(find(frequent)), frequent).toContain('using payments_paid')
    expect(await find(frequent)).toHaveLength(50)
  }
  expect(await planOf(find('check 4242'))).not.toContain('using payments_paid')
  expect((await find('check 4242')).map(({ reference }) => reference)).toEqual(['Check 4242'])
  // One word is in the reference, the other in the address of the partner.
  expect((await find('check paid-77@')).map(({ paidBy }) => paidBy).sort()).toEqual([
    ...Array(4).fill('company'),
    'partner',
  ])
})

test('a page of totals sums up the payments of its own partners only', async () => {
  const plan = await planOf(listTotals(portal.db, 2026, page))
  expect(plan).toContain('using partner_profiles_business')
  expect(plan).toContain('payments_partner')
  expect(plan).not.toContain('Seq Scan')
})

test('the pages of totals have each partner once, in the order of the businesses', async () => {
  const listed = []
  for (let at = 1; at <= 5; at += 1)
    listed.push(...(await listTotals(portal.db, 2026, { page: at, limit: 500 })))
  expect(listed).toHaveLength(await countTotals(portal.db, 2026))
  const { rows } = await portal.db.execute<{ id: string; paid: number; received: number }>(sql`
    select profile.id || ':USD' as id, coalesce(sum(amount_cents) filter (where paid_by = 'company'), 0)::int as paid,
      coalesce(sum(amount_cents) filter (where paid_by = 'partner'), 0)::int as received
    from payments join partner_profiles profile on profile.id = payments.partner_id
    where extract(year from paid_on) = 2026 group by profile.id order by profile.business_name, profile.id`)
  expect(listed.map(({ id, paidCents, receivedCents }) => [id, paidCents, receivedCents])).toEqual(
    rows.map(({ id, paid, received }) => [id, paid, received]),
  )
})
