import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createEmail } from '#test/emails.ts'
import { createPartner } from '#test/factories.ts'
import { documentIdOf } from '#test/partner-rows.ts'
import { signing } from '#test/signing.ts'
import { startMailServer } from '#test/smtp.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

test('the signer gets one email for each agreement, with a link to the signed agreement', async () => {
  const partner = await createPartner(portal)
  const browser = await portal.signIn(partner.user)
  const id = documentIdOf(partner, 'nda')
  const responses = await Promise.all(
    [1, 2, 3].map(() => browser.post('/api/partner/documents', signing.nda)),
  )
  expect(responses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409, 409])

  const mail = await mailServer.mailTo(partner.user.email)
  expect(mail.subject).toBe('Signed: NDA')
  expect(mail.text).toContain('Signed by Dana Whitfield on ')
  expect(mail.text).toContain(`${portal.deps.baseUrl()}/?agreement=${id}`)
  expect(mailServer.mails).toHaveLength(1)
})

test('the email goes to the address that the signer has when it is sent', async () => {
  const { user, ...partner } = await createPartner(portal)
  const browser = await portal.signIn(user)
  expect((await browser.post('/api/partner/documents', signing.nda)).statusCode).toBe(201)
  await mailServer.mailTo(user.email)
  const former = { ...user, email: 'former@example.test' }
  const email = await createEmail(portal, former, { type: 'agreement_signed' })
  const documentId = documentIdOf({ user, ...partner }, 'nda')
  await portal.deps.jobs.enqueue(portal.db, 'signed-mail', { documentId, logId: email.id })
  await mailServer.mailTo(user.email, 2)
  expect(mailServer.mails.flatMap(({ to }) => to).map((each) => each?.address)).not.toContain(former.email)
})
