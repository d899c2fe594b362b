import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerDocuments, partnerTasks } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createActivation, createPartner, createTask, createUser } from '#test/factories.ts'
import { activitiesOf } from '#test/partner-rows.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
const { db } = portal
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const actor = await createUser(portal, { role: 'support', firstName: 'Sue', lastName: 'Ray' })
const browser = await portal.signIn(actor)
const urlOf = (partner: { profile: { id: string } }, name: string) =>
  `/api/admin/partners/${partner.profile.id}/${name}`
const remind = (partner: { profile: { id: string } }) => browser.post(urlOf(partner, 'remind'), {})
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000)
const soon = { timeout: 20_000 }

describe('the summary of a partner', () => {
  test('counts what is open, and shows when they were last seen', async () => {
    const lastSeenAt = new Date('2026-11-20T12:00:00Z')
    const partner = await createPartner(portal, { user: { lastSeenAt } })
    const partnerId = partner.profile.id
    await createTask(portal, { partnerId })
    await createTask(portal, { partnerId, status: 'completed' })
    await createTask(portal, { partnerId, deletedAt: new Date() })
    await createActivation(portal, { partnerId, activationDate: inDays(3) })
    await createActivation(portal, { partnerId, activationDate: inDays(-3) })
    expect((await browser.get(urlOf(partner, 'summary'))).json()).toEqual({
      lastSeenAt: lastSeenAt.toISOString(),
      isPresent: false,
      lastContactAt: null,
      remindedAt: null,
      emailRefusal: null,
      hasChangedName: false,
      agreements: { signed: 0, total: 2 },
      agreementsToSign: 2,
      people: 1,
      openTasks: 1,
      comingActivations: 1,
    })
    const unknown = { profile: { id: crypto.randomUUID() } }
    for (const name of ['summary', 'emails'])
      expect((await browser.get(urlOf(unknown, name))).statusCode).toBe(404)
    expect((await remind(unknown)).statusCode).toBe(404)
  })
})

describe('the emails of a partner', () => {
  test('are the emails to their address, ignoring case, the latest first, in pages', async () => {
    const [partner, other] = [await createPartner(portal), await createPartner(portal)]
    const log = (recipient: string, subject: string, minute: number) =>
      db.insert(emailNotificationLogs).values({
        recipient,
        subject,
        type: 'chat',
        createdAt: new Date(Date.UTC(2026, 10, 20, 12, minute)),
      })
    await log(partner.user.email, 'First', 1)
    await log(partner.user.email.toUpperCase(), 'Second', 2)
    await log(other.user.email, 'Not theirs', 3)
    const response = await browser.get(`${urlOf(partner, 'emails')}?limit=1`)
    expect(response.headers['x-total-count']).toBe('2')
    expect(response.json()).toEqual([
      {
        id: expect.any(String),
        type: 'chat',
        subject: 'Second',
        status: 'queued',
        error: null,
        nextAttemptAt: null,
        createdAt: '2026-11-20T12:02:00.000Z',
        sentAt: null,
      },
    ])
  })
})

test('a partner who gets another address keeps their emails and the hour until the next reminder', async () => {
  const partner = await createPartner(portal)
  const stranger = { recipient: partner.user.email, subject: 'Before the account', type: 'sign_in_code' }
  await db.insert(emailNotificationLogs).values(stranger)
  expect((await remind(partner)).statusCode).toBe(202)
  await mailServer.mailTo(partner.user.email)
  const names = { firstName: 'Ann', lastName: 'Hill' }
  const form = { ...names, email: `next-${partner.user.email}` }
  expect((await browser.put(`/api/admin/users/${partner.user.id}`, form)).statusCode).toBe(200)
  expect((await remind(partner)).statusCode).toBe(409)
  const subjectsOf = async (one: typeof partner) =>
    (await browser.get(urlOf(one, 'emails'))).json().map(({ subject }: { subject: string }) => subject)
  const subjects = [
    'Before the account',
    'A reminder from the Partner Team',
    'The email address of your account was changed',
  ]
  expect((await subjectsOf(partner)).sort()).toEqual(subjects.sort())
  // Another partner who has the former address now sees none of the emails.
  const heir = await createPartner(portal, { user: { email: partner.user.email } })
  expect(await subjectsOf(heir)).toEqual([])
})

describe('a reminder', () => {
  test('emails what is open, once an hour, with an audit event and an activity', async () => {
    const zone = 'Pacific/Kiritimati'
    const partner = await createPartner(portal, { status: 'profile', user: { timeZone: zone } })
    const partnerId = partner.profile.id
    const overdue = await createTask(portal, {
      partnerId,
      taskName: 'Send the <logo>',
      dueDate: inDays(-2),
    })
    const open = await createTask(portal, { partnerId, taskName: 'Hang the poster', dueDate: inDays(5) })
    await createTask(portal, { partnerId, taskName: 'Done', status: 'completed' })
    const responses = await Promise.all([remind(partner), remind(partner)])
    expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([202, 409])
    expect(responses.find(({ statusCode }) => statusCode === 409)?.json().message).toContain(
      'less than an hour',
    )
    const mail = await mailServer.mailTo(partner.user.email)
    expect(mail.subject).toBe('A reminder from the Partner Team')
    expect(mail.text).toContain('5 things are waiting for you')
    const documents = await portal.db
      .select()
      .from(partnerDocuments)
      .where(eq(partnerDocuments.partnerId, partnerId))
    const agreementOf = (type: string) => documents.find(({ documentType }) => documentType === type)?.id
    const address = portal.deps.baseUrl()
    const dayIn = (timeZone: string, at: Date) =>
      at.toLocaleDateString('en-US', { dateStyle: 'medium', timeZone })
    expect(mail.text).toContain(
      [
        `• Confirm your profile\n  ${address}/`,
        `• Sign: NDA\n  ${address}/?agreement=${agreementOf('nda')}`,
        `• Sign: Venue Partnership Agreement\n  ${address}/?agreement=${agreementOf('venue_partnership_agreement')}`,
        `• Send the <logo>\n  Overdue since ${dayIn(zone, overdue.dueDate)}\n  ${address}/?task=${overdue.id}`,
        `• Hang the poster\n  Due ${dayIn(zone, open.dueDate)}\n  ${address}/?task=${open.id}`,
      ].join('\n\n'),
    )
    expect(mail.html).toContain('Send the &lt;logo&gt;')
    expect(mail.text).not.toContain('Ray')
    const { remindedAt } = (await browser.get(urlOf(partner, 'summary'))).json()
    expect(Date.now() - Date.parse(remindedAt)).toBeLessThan(60_000)
    expect(await activitiesOf(portal, partner)).toMatchObject([
      { activityType: 'reminded', metadata: { actorId: actor.id } },
    ])
    expect(await auditEventsOf(portal, actor)).toContainEqual(
      expect.objectContaining({ action: 'partner.reminded', subjectId: partnerId }),
    )

    await expect
      .poll(async () => (await browser.get(urlOf(partner, 'emails'))).json()[0].status, soon)
      .toBe('sent')
    await db
      .update(emailNotificationLogs)
      .set({ createdAt: new Date(Date.now() - 3_601_000) })
      .where(eq(emailNotificationLogs.recipient, partner.user.email))
    expect((await remind(partner)).statusCode).toBe(202)
    await mailServer.mailTo(partner.user.email, 2)
  })

  test('is refused when nothing is open, for a disabled user, and for a user who turned reminders off', async () => {
    const done = await createPartner(portal, { status: 'completed' })
    const disabled = await createPartner(portal, { user: { disabledAt: new Date() } })
    const unwilling = await createPartner(portal)
    await db.insert(userEmailPreferences).values({ userId: unwilling.user.id, emailOff: ['taskReminders'] })
    for (const [partner, reason] of [
      [done, 'This partner has no open items.'],
      [disabled, 'This user is disabled and gets no emails.'],
      [unwilling, 'This partner turned off reminders.'],
    ] as const) {
      const response = await remind(partner)
      expect([response.statusCode, response.json().message]).toEqual([409, reason])
    }
    expect(mailServer.mails.map(({ to }) => to?.[0]?.address)).not.toContain(done.user.email)
  })

  test('is not sent when all is done or the user disabled by then, and can be sent again at once', async () => {
    const partner = await createPartner(portal, { status: 'completed' })
    const task = await createTask(portal, { partnerId: partner.profile.id })
    const enqueue = async () => {
      const mail = {
        recipient: partner.user.email,
        userId: partner.user.id,
        subject: 'Reminder',
        type: 'reminder',
      }
      const [log] = await db.insert(emailNotificationLogs).values(mail).returning()
      const logId = log?.id ?? ''
      await portal.deps.jobs.enqueue(db, 'reminder-mail', { partnerId: partner.profile.id, logId })
      const status = async () =>
        (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, logId)))[0]?.status
      await expect.poll(status, soon).toBe('skipped')
    }
    await db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.id, task.id))
    await enqueue()
    await db.update(partnerTasks).set({ status: 'pending' }).where(eq(partnerTasks.id, task.id))
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, partner.user.id))
    await enqueue()
    await db.update(users).set({ disabledAt: null }).where(eq(users.id, partner.user.id))
    expect((await remind(partner)).statusCode).toBe(202)
    await mailServer.mailTo(partner.user.email)
  })
})
