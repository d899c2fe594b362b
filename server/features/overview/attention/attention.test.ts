import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { NeedsAttention } from '#contract/attention.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { termAnswers } from '#server/db/schema/obligations.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { createTestApp } from '#test/app.ts'
import { createCountersigned } from '#test/countersigning.ts'
import { createPartner, createTask, createUser, signedOnPaper } from '#test/factories.ts'
import { createObligation } from '#test/obligations.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { createPastActivation, createRecap } from '#test/recaps.ts'
import { createSeal } from '#test/seal-rows.ts'
import { sealAll } from '#test/seals.ts'
import { createTaskProof } from '#test/task-proofs.ts'

const portal = await createTestApp()
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

const staff = await createUser(portal, { role: 'support' })
const browser = await portal.signIn(staff)
const read = async () => {
  const response = await browser.get('/api/admin/attention')
  expect(response.statusCode).toBe(200)
  return response.json<NeedsAttention>()
}

test('nothing waits in an empty portal, and it is closed to partners and visitors', async () => {
  const nothing = { count: 0, marked: 0, rows: [] }
  expect(await read()).toEqual({
    conversations: nothing,
    tasksToReview: nothing,
    overdueTasks: nothing,
    declinedDocuments: nothing,
    unsignedDocuments: nothing,
    unsealedDocuments: nothing,
    documentsToCountersign: nothing,
    unreadTerms: nothing,
    lateObligations: nothing,
    missingRecaps: nothing,
    invoicesToReview: nothing,
    stalledPartners: nothing,
    failedEmails: nothing,
    leftBehind: nothing,
  })
  const { user } = await createPartner(portal, { status: 'completed' })
  expect((await (await portal.signIn(user)).get('/api/admin/attention')).statusCode).toBe(403)
  expect((await portal.visit().get('/api/admin/attention')).statusCode).toBe(401)
})

test('a conversation waits from the first unanswered message until staff answer or close it', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const write = (from: typeof user, message: string) =>
    sendMessage(portal.deps, from as never, user.id, { message })
  const first = await write(user, 'When may we set up?')
  await write(user, 'Hello?')
  expect((await read()).conversations).toEqual({
    count: 1,
    marked: 0,
    rows: [
      {
        id: user.id,
        name: expect.any(String),
        businessName: profile.businessName,
        since: first.createdAt.toISOString(),
        partner: { id: profile.id, fullName: profile.fullName, businessName: profile.businessName },
      },
    ],
  })
  await write(staff, 'At nine.')
  expect((await read()).conversations.count).toBe(0)

  await write(user, 'Thank you.')
  expect((await read()).conversations.count).toBe(1)
  await browser.put(`/api/chat/conversations/${user.id}`, { closed: true })
  expect((await read()).conversations.count).toBe(0)
})

test('a declined agreement is listed with its reason, not as unsigned, and its partner is not listed as stalled', async () => {
  const { profile, documents } = await createPartner(portal, { createdAt: daysAgo(9) })
  const id = documents[0]?.id ?? ''
  const since = daysAgo(1)
  const before = await read()
  await portal.db
    .update(partnerDocuments)
    .set({ createdAt: daysAgo(8) })
    .where(eq(partnerDocuments.id, id))
  expect((await read()).unsignedDocuments.count).toBe(before.unsignedDocuments.count + 1)
  await portal.db
    .update(partnerDocuments)
    .set({ declinedAt: since, declineReason: 'Too small' })
    .where(eq(partnerDocuments.id, id))
  const { declinedDocuments, unsignedDocuments, stalledPartners } = await read()
  const { fullName, businessName } = profile
  expect(declinedDocuments).toEqual({
    count: 1,
    marked: 0,
    rows: [
      {
        id,
        documentName: 'NDA',
        reason: 'Too small',
        since: since.toISOString(),
        partner: { id: profile.id, fullName, businessName },
      },
    ],
  })
  expect(unsignedDocuments.count).toBe(before.unsignedDocuments.count)
  expect(stalledPartners.rows.map((row) => row.id)).not.toContain(profile.id)
  await portal.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, profile.userId))
  expect((await read()).declinedDocuments.count).toBe(0)
})

test('overdue tasks, unsigned agreements and stalled partners are listed once each, the longest waiting first', async () => {
  const done = await createPartner(portal, { status: 'completed' })
  const partnerId = done.profile.id
  const late = await createTask(portal, { partnerId, dueDate: daysAgo(2) })
  const later = await createTask(portal, { partnerId, dueDate: daysAgo(3) })
  await createTask(portal, { partnerId, dueDate: daysAgo(4), status: 'completed' })

  const signing = await createPartner(portal, { createdAt: daysAgo(9) })
  await portal.db
    .update(partnerDocuments)
    .set({ createdAt: daysAgo(8) })
    .where(eq(partnerDocuments.partnerId, signing.profile.id))
  const stalled = await createPartner(portal, { status: 'profile', createdAt: daysAgo(30) })
  await portal.db
    .update(partnerDocuments)
    .set({ createdAt: daysAgo(1) })
    .where(eq(partnerDocuments.partnerId, stalled.profile.id))
  await createPartner(portal, { createdAt: daysAgo(30), user: { disabledAt: new Date() } })
  await createPartner(portal, { status: 'profile' })

  const { overdueTasks, unsignedDocuments, stalledPartners } = await read()
  expect(overdueTasks.count).toBe(2)
  expect(overdueTasks.rows.map(({ id }) => id)).toEqual([later.id, late.id])
  expect(overdueTasks.rows[0]).toEqual({
    id: later.id,
    taskName: later.taskName,
    dueDate: later.dueDate.toISOString(),
    partner: { id: partnerId, fullName: done.profile.fullName, businessName: done.profile.businessName },
  })
  expect(unsignedDocuments.rows.map(({ partner }) => partner.id)).toEqual([
    signing.profile.id,
    signing.profile.id,
  ])
  expect(stalledPartners.rows.map(({ id }) => id)).toEqual([stalled.profile.id])
})

test('a completed task with proof waits until staff accept it or send it back', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const partnerId = profile.id
  const task = await createTask(portal, { partnerId, status: 'completed' })
  await createTask(portal, { partnerId, status: 'completed' })
  const begun = await createTask(portal, { partnerId, status: 'in_progress' })
  const proof = await createTaskProof(portal, { taskId: task.id, uploadedBy: user.id })
  await createTaskProof(portal, { taskId: begun.id, uploadedBy: user.id })
  expect((await read()).tasksToReview).toEqual({
    count: 1,
    marked: 0,
    rows: [
      {
        id: task.id,
        taskName: task.taskName,
        since: proof.createdAt.toISOString(),
        partner: { id: partnerId, fullName: profile.fullName, businessName: profile.businessName },
      },
    ],
  })
  const listed = await browser.get('/api/admin/tasks?state=review&limit=50')
  expect(listed.headers['x-total-count']).toBe('1')
  expect(listed.json().map(({ id }: { id: string }) => id)).toEqual([task.id])

  await browser.post(`/api/tasks/${task.id}/accept`, {})
  expect((await read()).tasksToReview.count).toBe(0)
  expect((await browser.get('/api/admin/tasks?state=review')).json()).toEqual([])
  await (await portal.signIn(user)).put(`/api/tasks/${begun.id}`, { status: 'completed' })
  expect((await read()).tasksToReview.rows.map(({ id }) => id)).toEqual([begun.id])
  await browser.post(`/api/tasks/${begun.id}/send-back`, { comment: 'The other side, too.' })
  expect((await read()).tasksToReview.count).toBe(0)
})

test('what is late at the place of the event, and terms that could not be read, wait', async () => {
  const { profile } = await createPartner(portal, { onPaper: true, status: 'completed' })
  const dayIn = (days: number) => daysAgo(-days).toISOString().slice(0, 10)
  const of = { partnerId: profile.id, owedBy: 'company', timeZone: 'UTC', dueOn: dayIn(-2) } as const
  const late = await createObligation(portal, { ...of, kind: 'deposit', amountCents: 100 })
  const { documentId } = late
  await createObligation(portal, { ...of, documentId, kind: 'cancellation' })
  await createObligation(portal, { ...of, documentId, kind: 'additional_costs' })
  await createObligation(portal, { ...of, documentId, kind: 'balance', dueOn: dayIn(1), amountCents: 1 })
  await createObligation(portal, { ...of, documentId, kind: 'collateral', status: 'done' })
  await portal.db.update(partnerDocuments).set(signedOnPaper()).where(eq(partnerDocuments.id, documentId))
  await portal.db.insert(termAnswers).values({ documentId, partnerId: profile.id, asked: ['eventDates'] })
  const { lateObligations, unreadTerms } = (
    await browser.get(`/api/admin/attention?partnerId=${profile.id}`)
  ).json()
  expect(lateObligations).toMatchObject({
    count: 1,
    rows: [
      { id: late.id, name: 'Deposit', owedBy: 'company', documentId, since: `${dayIn(-1)}T00:00:00.000Z` },
    ],
  })
  expect(unreadTerms).toMatchObject({ count: 1, rows: [{ id: documentId, terms: 1 }] })

  const mark = { kind: 'lateObligations', since: lateObligations.rows[0].since, mark: { until: null } }
  expect((await browser.put(`/api/admin/attention/${late.id}`, mark)).statusCode).toBe(204)
  const after = (await browser.get(`/api/admin/attention?partnerId=${profile.id}`)).json()
  expect(after.lateObligations).toMatchObject({ count: 1, marked: 1, rows: [] })
})

test('an event that is over for a week misses its recap, for two months', async () => {
  const { profile } = await createPartner(portal, { status: 'completed' })
  const partnerId = profile.id
  const held = (days: number, more = {}) =>
    createPastActivation(portal, { partnerId, daysAgo: days, endsAt: daysAgo(days - 0.5), ...more })
  const first = await held(50)
  const withoutEnd = await held(9, { endsAt: null })
  await held(7)
  await held(61)
  await held(20, { stage: 'canceled' })
  await createRecap(portal, { activationId: (await held(20)).id })
  const unsent = await held(20)
  await createRecap(portal, { activationId: unsent.id, submittedAt: null, guests: null, signUps: null })
  const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
  const { missingRecaps } = (await browser.get(`/api/admin/attention?partnerId=${partnerId}`)).json()
  expect(missingRecaps.count).toBe(3)
  expect(missingRecaps.rows.map(({ id }: { id: string }) => id)).toEqual([first.id, unsent.id, withoutEnd.id])
  expect(missingRecaps.rows[0]).toMatchObject({ name: first.name, since: first.endsAt?.toISOString() })

  const mark = { kind: 'missingRecaps', since: missingRecaps.rows[0].since, mark: { until: null } }
  expect((await browser.put(`/api/admin/attention/${first.id}`, mark)).statusCode).toBe(204)
  const after = (await browser.get(`/api/admin/attention?partnerId=${partnerId}`)).json()
  expect(after.missingRecaps).toMatchObject({ count: 3, marked: 1 })
})

test('emails that failed in the last seven days name their partner', async () => {
  const { user, profile } = await createPartner(portal)
  const failed = { subject: 'Welcome', type: 'welcome', status: 'failed' } as const
  await portal.db.insert(emailNotificationLogs).values([
    { ...failed, recipient: `former-${user.email}`, userId: user.id },
    { ...failed, recipient: 'nobody@example.test', createdAt: daysAgo(2) },
    { ...failed, recipient: user.email, createdAt: daysAgo(8) },
    { ...failed, recipient: user.email, status: 'sent' },
    { ...failed, recipient: user.email, status: 'skipped' },
    { ...failed, recipient: 'refused@example.test', status: 'refused', createdAt: daysAgo(3) },
    { ...failed, recipient: 'away@example.test', status: 'retrying', createdAt: daysAgo(1) },
    { ...failed, recipient: user.email, status: 'retrying' },
  ])
  const { failedEmails } = await read()
  expect(failedEmails.count).toBe(4)
  expect(failedEmails.rows.map(({ recipient, partnerId }) => [recipient, partnerId])).toEqual([
    [`former-${user.email}`, profile.id],
    ['away@example.test', null],
    ['nobody@example.test', null],
    ['refused@example.test', null],
  ])
})

test('a signed agreement is listed after 15 minutes without a seal, with the reason, until it is sealed', async () => {
  const partner = await createPartner(portal, { status: 'completed' })
  const [late, later] = [documentIdOf(partner, 'nda'), documentIdOf(partner, 'venue_partnership_agreement')]
  const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000)
  const setAge = (id: string, minutes: number) =>
    portal.db
      .update(documentSeals)
      .set({ requestedAt: minutesAgo(minutes) })
      .where(eq(documentSeals.documentId, id))
  await setAge(late, 14)
  await setAge(later, 14)
  expect((await read()).unsealedDocuments.count).toBe(0)
  await setAge(late, 16)
  const [document] = await portal.db.select().from(partnerDocuments).where(eq(partnerDocuments.id, late))
  const row = {
    id: late,
    documentName: 'NDA',
    since: document?.signedAt?.toISOString(),
    partner: {
      id: partner.profile.id,
      fullName: partner.profile.fullName,
      businessName: partner.profile.businessName,
    },
  }
  expect((await read()).unsealedDocuments).toEqual({
    count: 1,
    marked: 0,
    rows: [{ ...row, failure: 'not_tried' }],
  })

  const full = async () => {
    throw new StorageError('full', new Error('ENOSPC'))
  }
  await sealAll({ deps: { ...portal.deps, store: { ...portal.deps.store, write: full } } })
  portal.log.takeErrors()
  await setAge(later, 20)
  const { unsealedDocuments } = await read()
  expect(unsealedDocuments.rows.map(({ id, failure }) => [id, failure])).toEqual([
    [late, 'storage_full'],
    [later, 'storage_full'],
  ])
  await portal.db.update(documentSeals).set({ dueAt: new Date(0) })
  await sealAll(portal)
  expect((await read()).unsealedDocuments.count).toBe(0)
})

test('only the next of the two PDFs of an agreement that the company signs is listed as unsealed', async () => {
  const { id } = await createCountersigned(portal)
  const requestedAt = new Date(Date.now() - 20 * 60_000)
  await portal.db.update(documentSeals).set({ requestedAt }).where(eq(documentSeals.documentId, id))
  const waiting = async () => (await read()).unsealedDocuments.rows.filter((row) => row.id === id)
  const [document] = await portal.db.select().from(partnerDocuments).where(eq(partnerDocuments.id, id))
  expect(await waiting()).toMatchObject([{ since: document?.signedAt?.toISOString() }])
  await createSeal(portal, id)
  expect(await waiting()).toMatchObject([{ since: requestedAt.toISOString() }])
  await createSeal(portal, id, { part: 'countersignature' })
  expect(await waiting()).toEqual([])
})

test('counts go beyond the ten rows that are listed', async () => {
  const { profile } = await createPartner(portal, { status: 'completed' })
  for (let days = 10; days < 22; days += 1)
    await createTask(portal, { partnerId: profile.id, dueDate: daysAgo(days) })
  const { overdueTasks } = await read()
  expect(overdueTasks.count).toBe(14)
  expect(overdueTasks.rows).toHaveLength(10)
})
