import { eq, inArray, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { payments } from '#server/db/schema/payments.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { rounds } from '#test/rounds.ts'
import { obligationOf, replaceEvent, signEvent } from '#test/signed-event.ts'

const portal = await createTestApp()
afterAll(portal.close)

const support = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(support)
const url = '/api/admin/payments'

let last = 0
const newKey = () => `key-${++last}`
const send = (path: string, body: object, key: string | null = newKey()) =>
  staff.post(path, body, key ? { 'idempotency-key': key } : undefined)

const usual = { currency: 'USD', paidOn: '2026-11-20', method: 'bank_transfer' }

/** Signs an agreement with a fee of $12,500.00, of which half is the deposit, and returns how to pay it. */
const createOwed = async (kind = 'deposit') => {
  const { partner, id, browser } = await signEvent(portal)
  const obligation = await obligationOf(staff, id, kind)
  const form = { ...usual, partnerId: partner.profile.id, obligationId: obligation.id }
  const pay = (amountCents: number, more: object = {}, key?: string | null) =>
    send(url, { ...form, amountCents, ...more }, key)
  return { partner, id, browser, obligation, pay, read: () => obligationOf(staff, id, kind) }
}

describe('a payment', () => {
  test('in parts completes what is owed, and reversing one opens it again', async () => {
    const { partner, id, browser, pay, read } = await createOwed()
    const first = await pay(250_000, { reference: 'Check 1042', method: 'check' })
    expect(first.statusCode, first.body).toBe(201)
    expect(first.json()).toMatchObject({
      ...{ kind: 'deposit', documentId: id, paidBy: 'company', amountCents: 250_000, method: 'check' },
      ...{ reversesId: null, isReversed: false, recordedBy: { id: support.id } },
    })
    expect(await read()).toMatchObject({ status: 'open', paidCents: 250_000 })
    await pay(375_000)
    expect(await read()).toMatchObject({ status: 'done', paidCents: 625_000 })

    const reversal = await send(`${url}/${first.json().id}/reversal`, { reason: 'The check bounced' })
    expect(reversal.statusCode, reversal.body).toBe(201)
    expect(reversal.json()).toMatchObject({
      ...{ amountCents: -250_000, reversesId: first.json().id, reference: 'The check bounced' },
    })
    expect(await read()).toMatchObject({ status: 'open', paidCents: 375_000 })

    const own = (await browser.get('/api/partner/payments')).json()
    expect(own).toHaveLength(3)
    expect(own.every(({ recordedBy }: { recordedBy: unknown }) => recordedBy === null)).toBe(true)
    const again = await send(`${url}/${first.json().id}/reversal`, { reason: 'Again' })
    expect(again.json()).toMatchObject({
      code: 'conflict',
      message: 'This payment has already been reversed.',
    })
    const ofReversal = await send(`${url}/${reversal.json().id}/reversal`, { reason: 'No' })
    expect(ofReversal.statusCode).toBe(409)

    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['payment_recorded', 'payment_reversed']),
    )
    const audited = (await auditEventsOf(portal, support)).map(({ action }) => action)
    expect(audited).toEqual(expect.arrayContaining(['payment.recorded', 'payment.reversed']))
    const chain = await portal.db.select().from(agreementEvents).where(eq(agreementEvents.documentId, id))
    expect(chain.map(({ type }) => type).filter((type) => type.startsWith('payment'))).toEqual([
      'payment_recorded',
      'payment_recorded',
      'payment_reversed',
    ])
    expect(JSON.stringify(chain)).not.toContain('Check 1042')
  })

  test('of what is waived counts once it is no longer waived, and what is paid is not waived', async () => {
    const { obligation, pay, read } = await createOwed()
    const put = (body: object) => staff.put(`/api/obligations/${obligation.id}`, body)
    expect((await put({ status: 'waived', note: 'For free' })).json()).toMatchObject({ status: 'waived' })
    await pay(625_000)
    expect(await read()).toMatchObject({ status: 'waived', paidCents: 625_000 })
    expect((await put({ status: 'open' })).json()).toMatchObject({ status: 'done' })
    for (const body of [{ status: 'open' }, { status: 'waived', note: 'For free' }]) {
      expect((await put(body)).json()).toMatchObject({ code: 'conflict' })
    }
  })

  test('needs an idempotency key, and one key records it once', async () => {
    const { pay, read } = await createOwed()
    const without = await pay(100, {}, null)
    expect(without.json()).toMatchObject({
      code: 'bad_request',
      message: 'The Idempotency-Key header is required.',
    })
    const first = await pay(100, {}, 'once')
    const second = await pay(100, {}, 'once')
    expect(second.statusCode).toBe(201)
    expect(second.json()).toEqual(first.json())
    expect((await pay(200, {}, 'once')).json()).toMatchObject({
      message: 'This idempotency key was used for another request.',
    })
    expect(await read()).toMatchObject({ paidCents: 100 })
  })

  test('of more than is open or in another currency is refused until it is confirmed', async () => {
    const { pay, read } = await createOwed()
    expect((await pay(625_001)).json()).toMatchObject({
      code: 'conflict',
      message: 'This is more than is open. Confirm to record it anyway.',
    })
    expect((await pay(625_001, { isConfirmed: true })).statusCode).toBe(201)
    expect(await read()).toMatchObject({ status: 'done', paidCents: 625_001 })
    expect((await pay(500, { currency: 'EUR' })).statusCode).toBe(409)
    expect((await pay(500, { currency: 'EUR', isConfirmed: true })).statusCode).toBe(201)
    // Euros do not count toward dollars.
    expect(await read()).toMatchObject({ paidCents: 625_001 })
  })

  test('back by the other side counts against what was paid', async () => {
    const { pay, read } = await createOwed()
    await pay(625_000)
    expect((await pay(700_000, { paidBy: 'partner' })).statusCode).toBe(409)
    expect((await pay(100_000, { paidBy: 'partner' })).statusCode).toBe(201)
    expect(await read()).toMatchObject({ status: 'open', paidCents: 525_000 })
  })

  test('counts toward the agreement that replaces the one it was for', async () => {
    const { partner, id, browser, pay } = await createOwed()
    await pay(400_000)
    const next = await replaceEvent(staff, { partner, browser }, { paymentAmount: '8000' })
    // Half of $8,000.00 is what was paid.
    expect(await obligationOf(staff, next, 'deposit')).toMatchObject({ status: 'done', paidCents: 400_000 })
    expect(await obligationOf(staff, id, 'deposit')).toMatchObject({ status: 'waived', paidCents: 400_000 })
    const [entry] = (await staff.get(`${url}?documentId=${id}`)).json()
    await send(`${url}/${entry.id}/reversal`, { reason: 'It came back' })
    expect(await obligationOf(staff, next, 'deposit')).toMatchObject({ status: 'open', paidCents: 0 })
  })

  test.each([
    ['a part of a cent', { amountCents: 10.5 }, { amountCents: 'Enter a whole number of cents' }],
    ['nothing', { amountCents: 0 }, { amountCents: 'Enter an amount' }],
    ['a text', { amountCents: '100' }, { amountCents: 'Enter a whole number of cents' }],
    ['a day ahead', { paidOn: '2199-01-01' }, { paidOn: 'This day is still ahead' }],
    ['no such day', { paidOn: '2026-02-30' }, { paidOn: 'Enter a date' }],
    ['dollars', { currency: '$' }, { currency: 'Enter a currency, for example, USD' }],
    [
      'a card',
      { reference: '4111 1111 1111 1111' },
      { reference: 'Leave out the numbers of cards and bank accounts' },
    ],
    [
      'an account',
      { reference: 'DE89370400440532013000' },
      { reference: 'Leave out the numbers of cards and bank accounts' },
    ],
  ])('of %s is refused', async (_what, change, fields) => {
    const { profile } = await createPartner(portal)
    const form = { ...usual, partnerId: profile.id, amountCents: 100, ...change }
    expect((await send(url, form)).json()).toMatchObject({ code: 'bad_request', fields })
  })

  test('is of an obligation of the partner, and one to pay', async () => {
    const { obligation, id } = await createOwed()
    const { profile } = await createPartner(portal)
    const setup = await obligationOf(staff, id, 'setup')
    for (const [partnerId, obligationId, message] of [
      [profile.id, obligation.id, 'The partner has no such obligation'],
      [obligation.partnerId, setup.id, 'Nothing is to be paid for this'],
    ]) {
      const response = await send(url, { ...usual, amountCents: 1, partnerId, obligationId })
      expect(response.json().fields).toEqual({ obligationId: message })
    }
  })

  test('cannot be changed or deleted in the database', async () => {
    const { pay } = await createOwed()
    const { id } = (await pay(100)).json()
    const changed = portal.db.update(payments).set({ amountCents: 200 }).where(eq(payments.id, id))
    await expect(changed).rejects.toThrow()
    await expect(portal.db.delete(payments).where(eq(payments.id, id))).rejects.toThrow()
  })
})

describe('money that comes back', () => {
  test('opens nothing of a voided agreement', async () => {
    const { id, pay, read } = await createOwed()
    await pay(625_000)
    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    const voided = await admin.post(`/api/admin/documents/${id}/void`, { reason: 'The hall burned down' })
    expect(voided.statusCode, voided.body).toBe(200)
    expect(await read()).toMatchObject({ status: 'done', closedFor: null })
    expect((await pay(625_000, { paidBy: 'partner' })).statusCode).toBe(201)
    expect(await read()).toMatchObject({ status: 'waived', closedFor: 'voided', paidCents: 0 })
  })

  test('of a replaced agreement is owed by its successor alone', async () => {
    const { partner, id, browser, pay, read } = await createOwed()
    const entry = (await pay(625_000)).json()
    const next = await replaceEvent(staff, { partner, browser })
    expect(await obligationOf(staff, next, 'deposit')).toMatchObject({ status: 'done' })
    await send(`${url}/${entry.id}/reversal`, { reason: 'It came back' })
    expect(await read()).toMatchObject({ status: 'waived', closedFor: 'replaced', paidCents: 0 })
    expect(await obligationOf(staff, next, 'deposit')).toMatchObject({ status: 'open', paidCents: 0 })
    expect(await obligationOf(staff, id, 'setup')).toMatchObject({ status: 'waived' })
  })

  test('counts in the year of the payment that it takes back', async () => {
    const { partner, pay } = await createOwed()
    const { id } = (await pay(100_000, { paidOn: '2024-12-28' })).json()
    await pay(30_000, { paidOn: '2024-12-29' })
    await send(`${url}/${id}/reversal`, { reason: 'It was for somebody else' })
    const totalOf = async (year: number) =>
      (await staff.get(`${url}/totals?year=${year}`))
        .json()
        .find((row: { partner: { id: string } }) => row.partner.id === partner.profile.id)
    expect(await totalOf(2024)).toMatchObject({ paidCents: 30_000 })
    expect(await totalOf(new Date().getUTCFullYear())).toBeUndefined()
  })
})

test('payments toward a replaced agreement and toward its successor at once are all counted', async () => {
  const { partner, browser, obligation, pay } = await createOwed()
  const next = await replaceEvent(staff, { partner, browser })
  const successor = await obligationOf(staff, next, 'deposit')
  const responses = await Promise.all(
    Array.from({ length: 24 }, (_, index) =>
      pay(100 + index, index % 2 === 0 ? {} : { obligationId: successor.id }),
    ),
  )
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(Array(24).fill(201))
  const rows = await portal.db
    .select()
    .from(payments)
    .where(inArray(payments.obligationId, [obligation.id, successor.id]))
  const sum = rows.reduce((total, { amountCents }) => total + amountCents, 0)
  expect(await obligationOf(staff, next, 'deposit')).toMatchObject({ paidCents: sum })
})

test('more than the successor of a replaced obligation leaves open is asked about', async () => {
  const { partner, browser, pay } = await createOwed()
  const next = await replaceEvent(staff, { partner, browser })
  const successor = await obligationOf(staff, next, 'deposit')
  await pay(625_000, { obligationId: successor.id })
  expect((await pay(625_000)).json()).toMatchObject({
    code: 'conflict',
    message: 'This is more than is open. Confirm to record it anyway.',
  })
})

test('fifty writers at once lose nothing and record nothing twice', async () => {
  const { obligation, pay, read } = await createOwed()
  const first = (await pay(1000, {}, 'of-all')).json()
  const calls = Array.from({ length: 50 }, (_, index) => {
    // Every fifth repeats the key of the call before it, and one of them reverses the first payment.
    if (index === 25) return send(`${url}/${first.id}/reversal`, { reason: 'Wrong' }, 'reverse')
    return pay(100 + index, {}, `writer-${index % 5 === 4 ? index - 1 : index}`)
  })
  const responses = await Promise.all(calls)
  const recorded = responses.filter(({ statusCode }) => statusCode === 201).map((response) => response.json())
  const rows = await portal.db.select().from(payments).where(eq(payments.obligationId, obligation.id))
  expect(new Set(recorded.map(({ id }) => id)).size).toBe(rows.length - 1)
  const sum = rows.reduce((total, { amountCents }) => total + amountCents, 0)
  expect(await read()).toMatchObject({ paidCents: sum })
  expect(rows.filter(({ reversesId }) => reversesId !== null)).toHaveLength(1)
})

test('sums never differ from the entries, in any order of operations', async () => {
  const { obligation, pay, read } = await createOwed()
  const operation = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), cents: fc.integer({ min: 1, max: 300_000 }) }),
    fc.record({ kind: fc.constant('refund' as const), cents: fc.integer({ min: 1, max: 300_000 }) }),
    fc.record({ kind: fc.constant('reverse' as const), which: fc.nat(20) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { minLength: 1, maxLength: 8 }), async (operations) => {
      for (const each of operations) {
        if (each.kind === 'reverse') {
          const listed = (await staff.get(`${url}?obligationId=${obligation.id}`)).json()
          const chosen = listed[each.which % Math.max(1, listed.length)]
          if (chosen) await send(`${url}/${chosen.id}/reversal`, { reason: 'A mistake' })
        } else {
          const paidBy = each.kind === 'pay' ? 'company' : 'partner'
          await pay(each.cents, { paidBy, isConfirmed: true })
        }
      }
      const { rows } = await portal.db.execute<{ cents: string }>(sql`
        select coalesce(sum(case paid_by when 'company' then amount_cents else -amount_cents end), 0) as cents
        from payments where obligation_id = ${obligation.id}`)
      const { paidCents, status } = await read()
      expect(paidCents).toBe(Number(rows[0]?.cents))
      expect(status).toBe(paidCents >= 625_000 ? 'done' : 'open')
    }),
    { numRuns: rounds({ short: 6, long: 60 }) },
  )
})

test('members who may not sign see no payments, and other partners neither', async () => {
  const { partner, pay } = await createOwed()
  await pay(100)
  const { user } = await createMember(portal, { partnerId: partner.profile.id, canSign: false })
  expect((await (await portal.signIn(user)).get('/api/partner/payments')).json()).toEqual([])
  const stranger = await portal.signIn((await createPartner(portal)).user)
  expect((await stranger.get('/api/partner/payments')).json()).toEqual([])
})

test('staff list, export and add up payments by partner and year', async () => {
  const { partner, pay } = await createOwed()
  await pay(100_050, { paidOn: '2025-12-31', reference: '=1+1' })
  await pay(20_000, { paidOn: '2026-01-01' })
  await pay(5_000, { paidOn: '2026-01-02', paidBy: 'partner' })
  const of = `partnerId=${partner.profile.id}`
  const amounts = (await staff.get(`${url}?${of}&sort=amount`)).json()
  expect(amounts.map(({ amountCents }: { amountCents: number }) => amountCents)).toEqual([
    5_000, 20_000, 100_050,
  ])
  expect((await staff.get(`${url}?${of}&from=2026-01-01&paidBy=company`)).json()).toHaveLength(1)
  const totals = (await staff.get(`${url}/totals?year=2026`)).json()
  expect(
    totals.find((row: { partner: { id: string } }) => row.partner.id === partner.profile.id),
  ).toMatchObject({
    ...{ currency: 'USD', paidCents: 20_000, receivedCents: 5_000 },
  })
  const csv = (await staff.get(`${url}/export?${of}&until=2025-12-31`)).body
  expect(csv.split('\r\n')[1]).toMatch(
    /^2025-12-31,.*,company,1000\.5,USD,deposit,,Bank transfer \(ACH\),'=1\+1,/,
  )
})
