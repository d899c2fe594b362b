import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { Obligation } from '#contract/obligations/obligations.ts'
import type { Invoice } from '#contract/payments/invoices.ts'
import { invoices } from '#server/db/schema/invoices.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { notificationEmail } from '#server/features/notifications/emails/compose.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createInvoice, uploadInvoice } from '#test/invoices.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { obligationOf, replaceEvent, signEvent } from '#test/signed-event.ts'

const portal = await createTestApp()
afterAll(portal.close)

const support = await createUser(portal, { role: 'support' })
const staff = await portal.signIn(support)
const own = '/api/partner/invoices'
const all = '/api/admin/invoices'

let last = 0
const pay = (body: object) =>
  staff.post(
    '/api/admin/payments',
    { currency: 'USD', paidOn: '2026-11-20', method: 'check', ...body },
    { 'idempotency-key': `key-${++last}` },
  )

/** Signs an agreement with a fee of $12,500.00, of which half is the deposit, and returns what its partner and staff do with invoices. */
const createOwed = async () => {
  const { partner, id, browser } = await signEvent(portal)
  await portal.db
    .update(partnerProfiles)
    .set({ onboardingStatus: 'completed' })
    .where(eq(partnerProfiles.id, partner.profile.id))
  const owed = (kind: string) => obligationOf(staff, id, kind)
  const send = (body: object) => browser.post(own, body)
  const sendCosts = async (number: string, amountCents: number): Promise<Invoice> => {
    const { id: obligationId } = await owed('additional_costs')
    const filePath = await uploadInvoice(browser)
    const sent = await send({ obligationId, number, amountCents, filePath })
    if (sent.statusCode !== 201) throw new Error(sent.body)
    return sent.json()
  }
  const decide = (invoice: string, body: object) => staff.put(`${all}/${invoice}`, body)
  const read = async (invoice: string): Promise<Invoice> =>
    (await browser.get(own)).json().find((each: Invoice) => each.id === invoice)
  return { partner, partnerId: partner.profile.id, id, browser, owed, send, sendCosts, decide, read }
}

const laterDay = '2149-04-17'
const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

describe('an invoice', () => {
  test('is sent, approved, scheduled and paid', async () => {
    const { partner, partnerId, browser, send, decide, read } = await createOwed()
    const filePath = await uploadInvoice(browser)
    const sent = await send({ number: '2026-17', amountCents: 45_000, filePath, note: 'Forty chairs' })
    expect(sent.statusCode, sent.body).toBe(201)
    const { id } = sent.json()
    expect(sent.json()).toMatchObject({
      ...{ obligationId: null, number: '2026-17', amountCents: 45_000, currency: 'USD', paidCents: 0 },
      ...{ status: 'received', fileName: 'invoice.txt', fileType: 'txt', fileSize: 5, sentBy: null },
    })
    expect((await decide(id, { status: 'approved' })).json()).toMatchObject({
      ...{ status: 'approved', sentBy: { id: partner.user.id }, decidedBy: { id: support.id } },
    })
    expect((await decide(id, { status: 'scheduled', payOn: laterDay })).statusCode).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'scheduled', payOn: laterDay, decidedBy: null })

    const part = await pay({ partnerId, invoiceId: id, amountCents: 40_000 })
    expect(part.json()).toMatchObject({ invoiceId: id, obligationId: null })
    expect(await read(id)).toMatchObject({ status: 'scheduled', paidCents: 40_000 })
    expect((await decide(id, { status: 'received' })).json()).toMatchObject({
      message: 'A part of this is paid. Reverse the payment first.',
    })
    const more = { partnerId, invoiceId: id, amountCents: 5_001 }
    expect((await pay(more)).json().message).toBe('This is more than is open. Confirm to record it anyway.')
    const rest = (await pay({ ...more, amountCents: 5_000 })).json()
    expect(await read(id)).toMatchObject({ status: 'paid', paidCents: 45_000 })
    expect((await decide(id, { status: 'rejected', reason: 'No' })).json()).toMatchObject({
      code: 'conflict',
      message: 'This is paid. Reverse the payment instead.',
    })
    const reversal = await staff.post(
      `/api/admin/payments/${rest.id}/reversal`,
      { reason: 'It bounced' },
      { 'idempotency-key': 'reverse' },
    )
    expect(reversal.json()).toMatchObject({ invoiceId: id })
    expect(await read(id)).toMatchObject({ status: 'scheduled', paidCents: 40_000 })

    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['invoice_received', 'invoice_approved', 'invoice_scheduled']),
    )
    const audited = (await auditEventsOf(portal, support)).map(({ action }) => action)
    expect(audited).toEqual(expect.arrayContaining(['invoice.approved', 'invoice.scheduled']))
  })

  test('notifies the manager, and then whoever signs, without amounts', async () => {
    const { partner, partnerId, send, decide, browser } = await createOwed()
    const { user: helper } = await createMember(portal, { partnerId, canSign: false })
    const filePath = await uploadInvoice(browser)
    const { id } = (await send({ number: '18', amountCents: 98_765_00, filePath })).json()
    await decide(id, { status: 'rejected', reason: 'It was $98,765.00' })
    const noticesOf = async (user: { id: string }) =>
      portal.db.select().from(notifications).where(eq(notifications.userId, user.id))
    const titles = (rows: { kind: string; title: string }[], kind: string) =>
      rows.filter((row) => row.kind === kind).map(({ title }) => title)
    const ofStaff = await noticesOf(support)
    expect(titles(ofStaff, 'invoice_received')).toContain(
      `To review: Invoice 18 · ${partner.profile.businessName}`,
    )
    const ofOwner = await noticesOf(partner.user)
    expect(titles(ofOwner, 'invoice_decided')).toEqual(['Rejected: Invoice 18'])
    expect(titles(await noticesOf(helper), 'invoice_decided')).toEqual([])
    expect(JSON.stringify([ofStaff, ofOwner])).not.toMatch(/98,?765/)
    const shown = (await browser.get('/api/notifications')).json()
    expect(shown.find(({ kind }: { kind: string }) => kind === 'invoice_decided').subject).toEqual({
      type: 'invoice',
      id,
    })
  })

  test('leads staff from the email to the invoices of its partner', () => {
    const id = crypto.randomUUID()
    const notice = { id, kind: 'invoice_received' as const, title: 'To review: Invoice 18', detail: null }
    const none = { partner: null, partnerUserId: null, files: null }
    const { content } = notificationEmail(
      [{ ...notice, ...none, subject: { type: 'partner', id } }],
      'https://portal.test',
    )
    expect(content.action?.url).toBe(`https://portal.test/admin?tab=payments&view=invoices&for=${id}`)
  })

  test('is taken back by its partner until staff decide', async () => {
    const { send, browser, decide, read } = await createOwed()
    const filePath = await uploadInvoice(browser)
    const { id } = (await send({ number: '19', amountCents: 100, filePath })).json()
    await decide(id, { status: 'approved' })
    expect((await browser.remove(`${own}/${id}`)).json()).toMatchObject({ code: 'conflict' })
    await decide(id, { status: 'received' })
    const stranger = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
    expect((await stranger.remove(`${own}/${id}`)).statusCode).toBe(404)
    expect((await browser.remove(`${own}/${id}`)).statusCode).toBe(204)
    expect(await read(id)).toBeUndefined()
    expect((await browser.get(`/objects/${filePath}`)).statusCode).toBe(404)
  })

  test('has a number of its own, until it is rejected', async () => {
    const { send, browser, decide, partnerId } = await createOwed()
    const sendAgain = async (number: string) =>
      send({ number, amountCents: 100, filePath: await uploadInvoice(browser) })
    const first = await sendAgain('INV-20')
    expect((await sendAgain('inv-20')).json()).toMatchObject({
      code: 'conflict',
      fields: { number: 'This number was used before' },
    })
    await decide(first.json().id, { status: 'rejected', reason: 'Wrong amount' })
    expect((await sendAgain('INV-20')).statusCode).toBe(201)
    expect((await decide(first.json().id, { status: 'approved' })).statusCode).toBe(409)
    // Other partners have numbers of their own.
    const { profile } = await createPartner(portal)
    await createInvoice(portal, { partnerId: profile.id, number: 'INV-20' })
    expect(await portal.db.$count(invoices, eq(invoices.partnerId, partnerId))).toBe(2)
  })

  test.each(['balance', 'additional_costs'])(
    'for the %s is refused when a rejected one gets its number back at the same moment, or that one stays rejected',
    async (kind) => {
      const { send, browser, decide, owed, partnerId } = await createOwed()
      const { id: obligationId } = await owed(kind)
      const numberUsed = { code: 'conflict', fields: { number: 'This number was used before' } }
      let unsent = await uploadInvoice(browser)
      for (let round = 0; round < 20; round += 1) {
        const number = `INV-${round}`
        const rejected = { status: 'rejected', reason: 'Wrong amount' } as const
        const { id } = await createInvoice(portal, { partnerId, obligationId, number, ...rejected })
        const form = { number, amountCents: 100, obligationId, filePath: unsent }
        const calls = [() => send(form), () => decide(id, { status: 'received' })]
        if (round % 2) calls.reverse()
        const responses = await Promise.all(calls.map((call) => call()))
        const [refused, done] = responses.toSorted((a, b) => b.statusCode - a.statusCode)
        expect(refused?.json()).toMatchObject(numberUsed)
        expect(done?.statusCode).toBeLessThan(300)
        if (done?.statusCode === 201) unsent = await uploadInvoice(browser)
      }
    },
  )

  test('has a file of its own, even when two are sent at the same moment', async () => {
    const { send, browser } = await createOwed()
    const filePath = await uploadInvoice(browser)
    const responses = await Promise.all(
      ['22', '23'].map((number) => send({ number, amountCents: 100, filePath })),
    )
    const [refused, sent] = responses.toSorted((a, b) => b.statusCode - a.statusCode)
    expect(sent?.statusCode).toBe(201)
    expect(refused?.json()).toMatchObject({
      code: 'bad_request',
      fields: { filePath: 'Upload the file first.' },
    })
  })

  test.each([
    ['without a number', { number: ' ' }, { number: 'Enter the number' }],
    ['without an amount', { amountCents: null }, { amountCents: 'Enter an amount' }],
    ['of a part of a cent', { amountCents: 10.5 }, { amountCents: 'Enter a whole number of cents' }],
    [
      'with a card',
      { note: 'Pay to 4111 1111 1111 1111' },
      { note: 'Leave out the numbers of cards and bank accounts' },
    ],
    [
      'with an account',
      { number: 'DE89370400440532013000' },
      { number: 'Leave out the numbers of cards and bank accounts' },
    ],
    ['without a file', { filePath: null }, { filePath: 'Add the invoice' }],
    ['with the file of somebody else', { filePath: 'a'.repeat(24) }, { filePath: 'Upload the file first.' }],
  ])('%s is refused', async (_what, change, fields) => {
    const { user } = await createPartner(portal, { status: 'completed' })
    const browser = await portal.signIn(user)
    const filePath = await uploadInvoice(browser)
    const form = { number: '21', amountCents: 100, filePath, ...change }
    expect((await browser.post(own, form)).json()).toMatchObject({ code: 'bad_request', fields })
  })

  test.each([
    ['scheduled without a day', { status: 'scheduled' }, { payOn: 'Enter the day of the payment' }],
    [
      'scheduled for the past',
      { status: 'scheduled', payOn: '2020-01-01' },
      { payOn: 'This day has passed' },
    ],
    ['rejected without a reason', { status: 'rejected' }, { reason: 'Enter a reason' }],
    [
      'rejected with the number of a card',
      { status: 'rejected', reason: '4111111111111111' },
      { reason: 'Leave out the numbers of cards and bank accounts' },
    ],
  ])('%s is refused', async (_what, body, fields) => {
    const { profile } = await createPartner(portal)
    const { id } = await createInvoice(portal, { partnerId: profile.id })
    expect((await staff.put(`${all}/${id}`, body)).json()).toMatchObject({ code: 'bad_request', fields })
  })

  test('that was changed meanwhile keeps what others decided', async () => {
    const { profile } = await createPartner(portal)
    const { id, updatedAt } = await createInvoice(portal, { partnerId: profile.id })
    const seen = updatedAt.toISOString()
    expect((await staff.put(`${all}/${id}`, { status: 'approved', updatedAt: seen })).statusCode).toBe(200)
    const late = await staff.put(`${all}/${id}`, { status: 'rejected', reason: 'No', updatedAt: seen })
    expect(late.statusCode).toBe(409)
  })
})

describe('a request', () => {
  test('asks for what is open of the deposit, once', async () => {
    const { send, owed, partnerId, read } = await createOwed()
    const { id: obligationId, documentId } = await owed('deposit')
    await pay({ partnerId, obligationId, amountCents: 25_000 })
    const responses = await Promise.all([send({ obligationId }), send({ obligationId })])
    expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
    const sent = responses.find(({ statusCode }) => statusCode === 201)?.json()
    expect(sent).toMatchObject({
      ...{ kind: 'deposit', documentId, number: null, filePath: null, amountCents: 600_000 },
    })
    // The deposit is paid without naming the request.
    await pay({ partnerId, obligationId, amountCents: 600_000 })
    expect(await read(sent.id)).toMatchObject({ status: 'paid', paidCents: 0 })
    expect((await send({ obligationId })).json()).toMatchObject({ message: 'This is paid.' })
  })

  test('is refused for what is nothing to pay, or of somebody else', async () => {
    const { send, owed, id } = await createOwed()
    const obligationId = (await owed('balance')).id
    expect((await send({ obligationId, amountCents: 625_001 })).json().fields).toEqual({
      amountCents: 'This is more than is open',
    })
    expect((await send({ obligationId, currency: 'EUR' })).json().fields).toEqual({
      currency: 'This is due in USD',
    })
    expect((await send({ obligationId: (await owed('collateral')).id })).json().fields).toEqual({
      obligationId: 'Nothing is to be paid to you for this',
    })
    expect((await send({ obligationId: (await owed('additional_costs')).id })).json().fields).toEqual({
      amountCents: 'Enter an amount',
    })
    const { profile } = await createPartner(portal)
    const other = await createObligation(portal, {
      partnerId: profile.id,
      kind: 'deposit',
      owedBy: 'company',
    })
    expect((await send({ obligationId: other.id })).statusCode).toBe(404)
    await staff.put(`/api/obligations/${obligationId}`, { status: 'waived', note: 'For free' })
    expect((await send({ obligationId })).statusCode).toBe(409)
    expect(id).not.toBe('')
  })
})

test('a request is paid once the agreement that replaced its own is, and until then nobody asks again', async () => {
  const { partner, partnerId, browser, owed, send, decide, read } = await createOwed()
  const asked: Invoice = (await send({ obligationId: (await owed('deposit')).id })).json()
  await decide(asked.id, { status: 'approved' })
  const next = await replaceEvent(staff, { partner, browser })
  const { id: obligationId } = await obligationOf(staff, next, 'deposit')
  expect((await send({ obligationId })).statusCode).toBe(409)
  expect(await read(asked.id)).toMatchObject({ status: 'approved' })
  expect((await pay({ partnerId, obligationId, amountCents: 625_000 })).statusCode).toBe(201)
  expect(await read(asked.id)).toMatchObject({ status: 'paid' })
})

describe('additional costs', () => {
  const shown = ({ amountCents, status, dueOn, isLate }: Obligation) => ({
    ...{ amountCents, status, dueOn, isLate },
  })

  test('follow from the approved invoices', async () => {
    const { owed, sendCosts, decide, partnerId } = await createOwed()
    const before = await owed('additional_costs')
    expect(before).toMatchObject({ amountCents: null, dueOn: '2027-05-18' })
    const first = await sendCosts('1', 45_000)
    expect(await owed('additional_costs')).toEqual(before)
    await decide(first.id, { status: 'approved' })
    // The agreement gives thirty days after the invoice is received.
    const receivedOn = first.receivedAt.slice(0, 10)
    const near = [addDays(receivedOn, 30), addDays(receivedOn, 29)]
    expect(near).toContain((await owed('additional_costs')).dueOn)
    expect(await owed('additional_costs')).toMatchObject({ amountCents: 45_000, status: 'open' })

    await pay({ partnerId, invoiceId: first.id, amountCents: 45_000 })
    expect(await owed('additional_costs')).toMatchObject({ status: 'done' })
    const second = await sendCosts('2', 5_000)
    // It is not paid only because everything before it is.
    expect(second).toMatchObject({ status: 'received' })
    await decide(second.id, { status: 'scheduled', payOn: laterDay })
    expect(await owed('additional_costs')).toMatchObject({ amountCents: 50_000, status: 'open' })
    await decide(second.id, { status: 'rejected', reason: 'It was not agreed' })
    expect(await owed('additional_costs')).toMatchObject({ amountCents: 45_000, status: 'done' })
  })

  test('are late by the day of the invoice, at the place', async () => {
    const { owed, sendCosts, decide } = await createOwed()
    const { id } = await sendCosts('1', 45_000)
    await portal.db
      .update(invoices)
      .set({ receivedAt: new Date('2026-01-01T02:00:00Z') })
      .where(eq(invoices.id, id))
    await decide(id, { status: 'approved' })
    // In New York, it was still the last day of the year.
    expect(shown(await owed('additional_costs'))).toEqual({
      ...{ amountCents: 45_000, status: 'open', dueOn: '2026-01-30', isLate: true },
    })
    await decide(id, { status: 'received' })
    expect(shown(await owed('additional_costs'))).toEqual({
      ...{ amountCents: null, status: 'open', dueOn: '2027-05-18', isLate: false },
    })
  })

  test('are owed by the agreement that replaces the one of the invoice', async () => {
    const { partner, partnerId, id, browser, sendCosts, decide } = await createOwed()
    const [early, late] = [await sendCosts('1', 45_000), await sendCosts('2', 1_000)]
    await decide(early.id, { status: 'approved' })
    const replacing = await replaceEvent(staff, { partner, browser })
    const next = () => obligationOf(staff, replacing, 'additional_costs')
    expect(await next()).toMatchObject({ amountCents: 45_000, status: 'open' })
    await decide(late.id, { status: 'approved' })
    expect(await next()).toMatchObject({ amountCents: 46_000 })
    await pay({ partnerId, invoiceId: early.id, amountCents: 45_000 })
    expect(await next()).toMatchObject({ paidCents: 45_000 })
    expect(await obligationOf(staff, id, 'additional_costs')).toMatchObject({ status: 'waived' })
  })

  test('are paid by naming the invoice, so that none is paid twice', async () => {
    const { owed, sendCosts, decide, partnerId } = await createOwed()
    const { id } = await sendCosts('1', 10_000)
    await decide(id, { status: 'approved' })
    const { id: obligationId } = await owed('additional_costs')
    const form = { partnerId, amountCents: 10_000 }
    expect((await pay({ ...form, obligationId })).json()).toMatchObject({
      code: 'conflict',
      message: 'Record this at the invoice that it pays, among the invoices.',
    })
    expect((await pay({ ...form, invoiceId: id })).statusCode).toBe(201)
    // Nothing is left to name, so a correction needs no invoice.
    expect((await pay({ ...form, obligationId, isConfirmed: true })).statusCode).toBe(201)
  })

  test('approved, taken back and paid at once end with what was decided last', async () => {
    const { owed, sendCosts, decide, partnerId, read } = await createOwed()
    const sent = await Promise.all(['1', '2', '3'].map((number) => sendCosts(number, 1_000)))
    const responses = await Promise.all(
      sent.flatMap(({ id }) => [
        decide(id, { status: 'approved' }),
        decide(id, { status: 'received' }),
        decide(id, { status: 'approved' }),
        pay({ partnerId, invoiceId: id, amountCents: 600, isConfirmed: true }),
      ]),
    )
    expect(responses.every(({ statusCode }) => [200, 201, 409].includes(statusCode))).toBe(true)
    const after = await Promise.all(sent.map(({ id }) => read(id)))
    const approved = after.filter(({ status }) => status !== 'received').length
    const paid = after.reduce((sum, { paidCents }) => sum + paidCents, 0)
    expect(await owed('additional_costs')).toMatchObject({
      amountCents: approved === 0 ? null : approved * 1_000,
      paidCents: paid,
    })
    // No invoice was paid whose approval was taken back.
    expect(after.every(({ status, paidCents }) => status !== 'received' || paidCents === 0)).toBe(true)
  })
})

describe('a payment of an invoice', () => {
  test('is of the same partner, and only of an approved one', async () => {
    const { profile } = await createPartner(portal)
    const { id } = await createInvoice(portal, { partnerId: profile.id })
    const other = await createPartner(portal)
    const form = { partnerId: profile.id, invoiceId: id, amountCents: 45_000 }
    expect((await pay({ ...form, partnerId: other.profile.id })).json().fields).toEqual({
      invoiceId: 'The partner has no such invoice',
    })
    expect((await pay(form)).json()).toMatchObject({
      code: 'conflict',
      message: 'This invoice is not approved.',
    })
    await staff.put(`${all}/${id}`, { status: 'approved' })
    const { id: obligationId } = await createObligation(portal, { partnerId: profile.id, kind: 'deposit' })
    expect((await pay({ ...form, obligationId })).json().fields).toEqual({
      obligationId: 'The invoice is for something else',
    })
    // Euros do not count toward dollars.
    await pay({ ...form, currency: 'EUR', isConfirmed: true })
    const listed = (await staff.get(`${all}?partnerId=${profile.id}`)).json()
    expect(listed).toMatchObject([{ status: 'approved', paidCents: 0 }])
  })

  test('counts toward the obligation of the invoice', async () => {
    const { owed, send, decide, partnerId, read } = await createOwed()
    const { id: obligationId } = await owed('deposit')
    const { id } = (await send({ obligationId })).json()
    await decide(id, { status: 'approved' })
    expect((await pay({ partnerId, invoiceId: id, amountCents: 625_000 })).json()).toMatchObject({
      ...{ obligationId, kind: 'deposit' },
    })
    expect(await owed('deposit')).toMatchObject({ status: 'done', paidCents: 625_000 })
    expect(await read(id)).toMatchObject({ status: 'paid' })
  })
})

test('members who may not sign, and other partners, neither see nor send invoices', async () => {
  const { partner, partnerId, browser, send } = await createOwed()
  const filePath = await uploadInvoice(browser)
  await send({ number: '1', amountCents: 100, filePath })
  const { user } = await createMember(portal, { partnerId, canSign: false })
  const { user: signer } = await createMember(portal, { partnerId, canSign: true })
  const member = await portal.signIn(user)
  const stranger = await portal.signIn((await createPartner(portal, { status: 'completed' })).user)
  for (const each of [member, stranger]) {
    expect((await each.get(own)).json()).toEqual([])
    expect((await each.get(`/objects/${filePath}`)).statusCode).toBe(404)
    expect((await each.get(all)).statusCode).toBe(403)
  }
  const form = { number: '2', amountCents: 100, filePath: 'a'.repeat(24) }
  expect((await member.post(own, form)).statusCode).toBe(403)
  const file = { fileName: 'a.txt', fileSize: 5 }
  expect((await member.post(`${own}/upload`, file)).statusCode).toBe(403)
  for (const each of [await portal.signIn(signer), await portal.signIn(partner.user), staff]) {
    expect((await each.get(`/objects/${filePath}`)).body).toBe('Hello')
  }
})

test('staff find invoices by number, partner and status, in any order', async () => {
  const { profile } = await createPartner(portal, { businessName: 'Zanzibar Hall' })
  const of = { partnerId: profile.id }
  await createInvoice(portal, {
    ...of,
    number: 'HALL-1',
    amountCents: 300,
    receivedAt: new Date('2026-01-01'),
  })
  await createInvoice(portal, { ...of, number: 'HALL-2', amountCents: 100, status: 'approved' })
  await createInvoice(portal, {
    ...of,
    number: 'HALL-3',
    amountCents: 200,
    status: 'rejected',
    receivedAt: new Date('2149-01-01'),
  })
  const numbers = async (query: string) =>
    (await staff.get(`${all}?${query}`)).json().map(({ number }: Invoice) => number)
  expect(await numbers('search=zanzibar&sort=amount')).toEqual(['HALL-2', 'HALL-3', 'HALL-1'])
  expect(await numbers('search=hall-2')).toEqual(['HALL-2'])
  expect(await numbers(`partnerId=${profile.id}&status=received`)).toEqual(['HALL-1'])
  expect(await numbers(`partnerId=${profile.id}&sort=received`)).toEqual(['HALL-1', 'HALL-2', 'HALL-3'])
  expect(await numbers(`partnerId=${profile.id}&sort=-partner&limit=2`)).toHaveLength(2)
  const { invoicesToReview } = (await staff.get(`/api/admin/attention?partnerId=${profile.id}`)).json()
  expect(invoicesToReview).toMatchObject({ count: 1, rows: [{ name: 'Invoice HALL-1' }] })
})
