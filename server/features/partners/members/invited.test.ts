import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { users } from '#server/db/schema/users.ts'
import { webhookDeliveries } from '#server/db/schema/webhooks.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser, profileForm } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { createEndpoint } from '#test/webhooks.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: mailServer.url, COMPANY_NAME: 'Example Health' },
  runsJobs: true,
})
const { db } = portal
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const subject = 'You are invited to the Partner Portal'
const { user: owner, profile } = await createPartner(portal, {
  businessName: 'Harborview Hall',
  status: 'completed',
})
const browser = await portal.signIn(owner)

const invite = async (form: object) => {
  const response = await browser.post('/api/partner/members', form)
  expect(response.statusCode, response.body).toBe(201)
  return response.json() as { id: string }
}

/** Signs in with the code that is emailed to an address. */
const signInByCode = async (email: string) => {
  const visitor = portal.visit()
  await visitor.post('/api/sign-in/code', { email })
  const mail = await mailServer.mailTo(email, 1, 'Sign in to the Partner Portal')
  const response = await visitor.post('/api/sign-in/redeem', { code: codeIn(mail) })
  expect(response.statusCode, response.body).toBe(200)
  return visitor
}

test('somebody without an account is invited by email, signs in with a code and joins, but cannot create a partner', async () => {
  const endpoint = await createEndpoint(portal, { state: 'on', events: ['partner.member_added'] })
  const email = 'dana@harborview.example.com'
  const { id } = await invite({ email, firstName: 'Dana', lastName: 'Vale', title: 'Event manager' })
  const mail = await mailServer.mailTo(email, 1, subject)
  expect(mail.text).toContain('Members read earlier messages and files of Harborview Hall.')
  expect(mail.text).toContain('in the Partner Portal of Example Health')
  expect(mail.text).not.toContain('agreements for Harborview Hall')

  const dana = await signInByCode(email)
  const found = await dana.get('/api/auth/user')
  expect(found.json()).toMatchObject({
    firstName: 'Dana',
    lastName: 'Vale',
    partnerId: null,
    mayCreateProfile: false,
  })
  expect((await dana.post('/api/partner/profile', profileForm)).statusCode).toBe(403)
  expect((await dana.post(`/api/partner/invitations/${id}/accept`, undefined)).statusCode).toBe(204)
  expect((await dana.get('/api/auth/user')).json()).toMatchObject({ partnerId: profile.id })

  const [delivery] = await db
    .select()
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.endpointId, endpoint.id))
  const { id: userId } = found.json()
  expect(delivery).toMatchObject({
    event: 'partner.member_added',
    userId,
    data: {
      member: { id, title: 'Event manager', canSign: false },
      user: { id: userId, email },
      partner: { id: profile.id, businessName: 'Harborview Hall' },
    },
  })

  // An invitation by staff allows a partner of one's own.
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  expect((await browser.remove(`/api/partner/members/${id}`)).statusCode).toBe(204)
  expect((await dana.post('/api/partner/profile', profileForm)).statusCode).toBe(403)
  expect((await staff.post('/api/admin/users/invitations', { userIds: [userId] })).statusCode).toBe(202)
  expect((await dana.post('/api/partner/profile', profileForm)).statusCode).toBe(201)
})

test('an invitation that was withdrawn, or is to staff or a disabled user, is not emailed, and opens no account', async () => {
  const rows = await Promise.all(
    [
      { email: 'withdrawn@example.test' },
      { email: (await createUser(portal, { role: 'support' })).email },
      { email: (await createUser(portal, { disabledAt: new Date() })).email },
    ].map(async ({ email }) => {
      const [row] = await db
        .insert(partnerMembers)
        .values({ partnerId: profile.id, email, invitedAt: new Date() })
        .returning()
      const [log] = await db
        .insert(emailNotificationLogs)
        .values({ recipient: email, subject, type: 'member_invitation' })
        .returning()
      if (!row || !log) throw new Error('no row came back')
      if (email.startsWith('withdrawn')) await db.delete(partnerMembers).where(eq(partnerMembers.id, row.id))
      await portal.deps.jobs.enqueue(db, 'member-mail', { memberId: row.id, logId: log.id })
      return log.id
    }),
  )
  for (const id of rows) {
    const status = async () =>
      (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id)))[0]?.status
    await expect.poll(status, { timeout: 20_000 }).toBe('skipped')
  }
  await portal.visit().post('/api/sign-in/code', { email: 'withdrawn@example.test' })
  const mail = await mailServer.mailTo('withdrawn@example.test')
  expect(mail.text).toContain("This email address hasn't been invited.")
  expect(await db.$count(users, eq(users.email, 'withdrawn@example.test'))).toBe(0)
})

test('an offer of ownership is emailed', async () => {
  const { user, member } = await createMember(portal, { partnerId: profile.id })
  expect((await browser.post(`/api/partner/members/${member.id}/ownership`, undefined)).statusCode).toBe(200)
  const mail = await mailServer.mailTo(user.email)
  expect(mail.subject).toBe('You can become the owner of a partner')
  expect(mail.text).toContain('offers you to become the owner of Harborview Hall')
})
