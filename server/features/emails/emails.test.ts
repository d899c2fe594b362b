import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createEmail } from '#test/emails.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
const { db } = portal
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const member = await createUser(portal, { role: 'support' })
const support = await portal.signIn(member)
const content = {
  heading: 'Hello <b>',
  paragraphs: ['There is a task.'],
  action: { label: 'Open', url: 'https://a.example' },
}

type Email = Partial<typeof emailNotificationLogs.$inferInsert>
const log = (email: Email) => createEmail(portal, null, email)
const rowOf = async (id: string) =>
  (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id)))[0]
const sendAgain = (id: string) => support.post(`/api/admin/emails/${id}/send-again`, undefined)
const auditOf = async (userId: string) =>
  (await auditEventsOf(portal, member)).filter(({ subjectId }) => subjectId === userId)
const host = new URL(portal.deps.baseUrl()).hostname
const soon = { timeout: 20_000, interval: 100 }

describe('the list of emails', () => {
  beforeEach(() => db.delete(emailNotificationLogs))

  const subjects = async (query: Record<string, string> = {}) => {
    const response = await support.get(`/api/admin/emails?${new URLSearchParams(query)}`)
    expect(response.statusCode, response.body).toBe(200)
    return response.json().map(({ subject }: { subject: string }) => subject)
  }

  test('has the latest first, each with its partner', async () => {
    const { user, profile } = await createPartner(portal)
    await log({
      subject: 'To a partner',
      userId: user.id,
      recipient: user.email,
      attempts: 2,
      createdAt: new Date(0),
    })
    await log({ subject: 'To nobody' })
    const [toNobody, toPartner] = (await support.get('/api/admin/emails')).json()
    expect(toNobody).toMatchObject({ subject: 'To nobody', partner: null, status: 'queued', attempts: 0 })
    expect(toPartner).toEqual({
      id: expect.any(String),
      type: 'welcome',
      subject: 'To a partner',
      recipient: user.email,
      status: 'queued',
      attempts: 2,
      error: null,
      nextAttemptAt: null,
      createdAt: new Date(0).toISOString(),
      sentAt: null,
      partner: { id: profile.id, fullName: profile.fullName, businessName: profile.businessName },
    })
  })

  test('shows when an email is tried next, as long as it is', async () => {
    const again = { nextAttemptAt: new Date('2026-02-01T00:05:00Z'), createdAt: new Date(0) }
    const nextAttempts = async () =>
      (await support.get('/api/admin/emails?type=chat&limit=1'))
        .json()
        .map(({ nextAttemptAt }: { nextAttemptAt: string | null }) => nextAttemptAt)
    const { id } = await log({ type: 'chat', status: 'retrying', ...again })
    expect(await nextAttempts()).toEqual(['2026-02-01T00:05:00.000Z'])
    await db.update(emailNotificationLogs).set({ status: 'sent' }).where(eq(emailNotificationLogs.id, id))
    expect(await nextAttempts()).toEqual([null])
    await db.delete(emailNotificationLogs).where(eq(emailNotificationLogs.id, id))
  })

  test('can be filtered by words of address and subject, by status, type and time, and is paged', async () => {
    await log({
      subject: 'Old 100%',
      recipient: 'Ann@example.test',
      createdAt: new Date('2026-01-01T00:00:00Z'),
    })
    const [earlier, later] = [new Date('2026-02-01T00:00:00Z'), new Date('2026-02-01T00:00:01Z')]
    await log({ subject: 'Chat', type: 'chat', status: 'bounced', error: '550', createdAt: earlier })
    await log({ subject: 'Failed', status: 'failed', error: 'refused', createdAt: later })
    expect(await subjects({ search: 'ANN old' })).toEqual(['Old 100%'])
    expect(await subjects({ search: '%' })).toEqual(['Old 100%'])
    expect(await subjects({ status: 'bounced' })).toEqual(['Chat'])
    expect((await subjects({ status: 'undelivered' })).sort()).toEqual(['Chat', 'Failed'])
    expect(await subjects({ type: 'chat' })).toEqual(['Chat'])
    expect(await subjects({ until: '2026-01-02T00:00:00Z' })).toEqual(['Old 100%'])
    expect(await subjects({ from: '2026-01-02T00:00:00Z' })).toEqual(['Failed', 'Chat'])
    const page = await support.get('/api/admin/emails?limit=2')
    expect(page.headers).toMatchObject({ 'x-total-count': '3', link: expect.stringContaining('page=2') })
    expect(await subjects({ limit: '2', page: '2' })).toEqual(['Old 100%'])
  })

  test.each(['status=gone', 'limit=0', 'page=a', 'from=yesterday', 'recipient=a'])(
    'refuses %s',
    async (query) => {
      expect((await support.get(`/api/admin/emails?${query}`)).statusCode).toBe(400)
    },
  )

  test('is for staff only', async () => {
    const { user } = await createPartner(portal)
    const email = await log({ userId: user.id, content })
    const partner = await portal.signIn(user)
    for (const url of ['/api/admin/emails', `/api/admin/emails/${email.id}`]) {
      expect((await partner.get(url)).statusCode).toBe(403)
      expect((await portal.visit().get(url)).statusCode).toBe(401)
    }
    expect((await partner.post(`/api/admin/emails/${email.id}/send-again`, undefined)).statusCode).toBe(403)
  })
})

describe('an email', () => {
  test('is shown with its content, but without the links of its reader', async () => {
    const user = await createUser(portal)
    const email = await log({ userId: user.id, recipient: user.email, status: 'sent', attempts: 1, content })
    const response = await support.get(`/api/admin/emails/${email.id}`)
    expect(response.json()).toMatchObject({
      text: expect.stringContaining('Hello <b>\n\nThere is a task.\n\nOpen: https://a.example'),
      messageId: `<${email.id}@${host}>`,
      resendOf: null,
      resends: [],
      sendAgainProblem: null,
    })
    expect(response.body).not.toContain(email.unsubscribeToken)
  })

  test('that is deleted or never existed is not found', async () => {
    for (const id of [crypto.randomUUID(), 'a']) {
      expect((await support.get(`/api/admin/emails/${id}`)).statusCode).toBe(404)
      expect((await sendAgain(id)).statusCode).toBe(404)
    }
  })

  test('is sent again with the same content, under an id of its own, to the address that its user has now', async () => {
    const { user } = await createPartner(portal)
    const email = await log({
      userId: user.id,
      recipient: 'former@example.test',
      subject: 'Your task',
      status: 'bounced',
      error: '550 No such user',
      attempts: 1,
      content,
    })
    await db
      .update(users)
      .set({ emailRefusedAt: new Date(), emailRefusal: '550 No such user' })
      .where(eq(users.id, user.id))
    const response = await sendAgain(email.id)
    expect(response.statusCode, response.body).toBe(202)
    const { id } = response.json()
    const mail = await mailServer.mailTo(user.email)
    expect(mail).toMatchObject({ subject: 'Your task', messageId: `<${id}@${host}>` })
    expect(mail.text).toContain('There is a task.')
    expect(mail.headers.find(({ key }) => key === 'list-unsubscribe')?.value).not.toContain(
      email.unsubscribeToken,
    )
    await expect.poll(async () => (await rowOf(id))?.status, soon).toBe('sent')
    expect(await rowOf(id)).toMatchObject({ resendOf: email.id, type: 'welcome', attempts: 1, content })
    // The status of the first email stays.
    expect(await rowOf(email.id)).toMatchObject({ status: 'bounced', error: '550 No such user' })
    await expect
      .poll(async () => (await db.select().from(users).where(eq(users.id, user.id)))[0]?.emailRefusal, soon)
      .toBeNull()
    expect((await support.get(`/api/admin/emails/${email.id}`)).json().resends).toEqual([
      { id, createdAt: expect.any(String) },
    ])
    expect(await auditOf(user.id)).toMatchObject([
      { action: 'user.email_sent_again', after: { emailType: 'welcome' } },
    ])
  })

  test('that failed is no longer retried once staff send it again', async () => {
    const user = await createUser(portal)
    const email = await log({
      userId: user.id,
      recipient: user.email,
      status: 'failed',
      error: 'ECONNREFUSED',
      content,
    })
    await sendAgain(email.id)
    expect(await rowOf(email.id)).toMatchObject({
      status: 'skipped',
      error: 'Sent again by staff. Before: ECONNREFUSED',
    })
    await portal.deps.jobs.enqueue(db, 'stored-mail', { logId: email.id })
    await mailServer.mailTo(user.email)
    const openJobs = sql`select from pgboss.job where name = 'stored-mail' and state in ('created', 'active', 'retry')`
    await expect.poll(async () => (await db.execute(openJobs)).rows, soon).toEqual([])
    expect(mailServer.mails.filter(({ to }) => to?.[0]?.address === user.email)).toHaveLength(1)
  })

  test('is sent again once when two calls arrive at the same time', async () => {
    const user = await createUser(portal, { disabledAt: null })
    const email = await log({ userId: user.id, recipient: user.email, status: 'failed', error: '', content })
    const statuses = (await Promise.all([sendAgain(email.id), sendAgain(email.id)])).map(
      ({ statusCode }) => statusCode,
    )
    expect(statuses).toContain(202)
    await mailServer.mailTo(user.email)
    const again = await db
      .select()
      .from(emailNotificationLogs)
      .where(eq(emailNotificationLogs.resendOf, email.id))
    expect(again).toHaveLength(statuses.filter((status) => status === 202).length)
  })

  test.each<[string, Email, Partial<typeof users.$inferInsert>, string]>([
    ['is queued', { status: 'queued', content }, {}, 'This email is still queued.'],
    [
      'had a code',
      { type: 'sign_in_code' },
      {},
      "The text of this email wasn't kept, so it can't be sent again.",
    ],
    [
      'is to a disabled user',
      { content },
      { disabledAt: new Date() },
      'This user is disabled and gets no emails.',
    ],
  ])('that %s is not sent again', async (_what, email, change, message) => {
    const user = await createUser(portal, change)
    const { id } = await log({ userId: user.id, recipient: user.email, status: 'sent', ...email })
    expect((await support.get(`/api/admin/emails/${id}`)).json().sendAgainProblem).toBe(message)
    const response = await sendAgain(id)
    expect(response.statusCode).toBe(409)
    expect(response.json().message).toBe(message)
    expect(await db.$count(emailNotificationLogs, eq(emailNotificationLogs.resendOf, id))).toBe(0)
    expect(await auditOf(user.id)).toEqual([])
  })

  test('to an address without an account, or to a user who unsubscribed from its kind, is not sent again', async () => {
    const stranger = await log({ status: 'sent', content })
    expect((await sendAgain(stranger.id)).json().message).toBe('This address belongs to no account.')
    const user = await createUser(portal)
    await db.insert(userEmailPreferences).values({ userId: user.id, emailOff: ['chatMessages'] })
    const email = await log({ userId: user.id, recipient: user.email, type: 'chat', status: 'sent', content })
    expect((await sendAgain(email.id)).json().message).toBe('This user unsubscribed from these emails.')
  })

  test('of several kinds has an unsubscribe link when sent again, and is not sent again after unsubscribing', async () => {
    const user = await createUser(portal)
    const email = await log({
      userId: user.id,
      recipient: user.email,
      type: 'notifications',
      status: 'sent',
      content: { ...content, switches: ['taskAssignments', 'announcementEmails'] },
    })
    const { id } = (await sendAgain(email.id)).json()
    await mailServer.mailTo(user.email)
    await expect.poll(async () => (await rowOf(id))?.status, soon).toBe('sent')
    const token = (await rowOf(id))?.unsubscribeToken
    expect((await portal.app.inject({ method: 'POST', url: `/unsubscribe?token=${token}` })).statusCode).toBe(
      200,
    )
    expect((await sendAgain(id)).json().message).toBe('This user unsubscribed from these emails.')
  })
})
