import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { renderEmail } from './render-email.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, runsJobs: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const statusOf = async (recipient: string) =>
  (
    await portal.db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, recipient))
  )[0]
const soon = { timeout: 25_000, interval: 250 }

const ask = async (email: string) => {
  const browser = portal.visit()
  expect((await browser.post('/api/sign-in/code', { email })).statusCode).toBe(202)
  return browser
}

/** Returns the status in the email log after the next attempt, which is made due at once. */
const statusAfterNextTry = async (email: string) => {
  await portal.db.execute(sql`update pgboss.job set start_after = now() where state = 'retry'`)
  // Any new job wakes the queue, such as this one of a sign-in that does not exist.
  const none = { attemptId: crypto.randomUUID(), logId: crypto.randomUUID() }
  await portal.deps.jobs.enqueue(portal.db, 'sign-in-mail', none)
  return statusOf(email)
}

const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to?.[0]?.address === email)

describe('while the mail server is down', () => {
  test('an email stays queued, its log row has the reason, and it is sent once the server is back', async () => {
    const user = await createUser(portal)
    await mailServer.stop()
    const browser = await ask(user.email)
    await expect
      .poll(() => statusOf(user.email), soon)
      .toMatchObject({
        status: 'retrying',
        error: expect.stringContaining('ECONNREFUSED'),
        // The time after the first retry delay.
        nextAttemptAt: expect.any(Date),
        sentAt: null,
      })

    await mailServer.start()
    await expect
      .poll(() => statusAfterNextTry(user.email), soon)
      .toMatchObject({ status: 'sent', error: null, sentAt: expect.any(Date) })
    expect(mailsTo(user.email)).toHaveLength(1)
    const code = codeIn(await mailServer.mailTo(user.email))
    expect((await browser.post('/api/sign-in/redeem', { code })).statusCode).toBe(200)

    const errors = portal.log.takeErrors()
    expect(errors[0]).toMatchObject({ msg: 'job failed', job: 'sign-in-mail' })
    expect(JSON.stringify(errors)).not.toContain('@')
  })

  test('an email is given up after the last attempt', async () => {
    const user = await createUser(portal)
    await mailServer.stop()
    await ask(user.email)
    await expect.poll(() => statusOf(user.email), soon).toMatchObject({ status: 'retrying' })
    await portal.db.execute(sql`update pgboss.job set retry_limit = retry_count + 1 where state = 'retry'`)
    await expect
      .poll(() => statusAfterNextTry(user.email), soon)
      .toMatchObject({
        status: 'failed',
        nextAttemptAt: null,
        error: expect.stringContaining('ECONNREFUSED'),
      })
    await mailServer.start()
    portal.log.takeErrors()
  })

  test('an email whose sign-in has expired in the meantime is not sent', async () => {
    const user = await createUser(portal)
    await mailServer.stop()
    await ask(user.email)
    await expect.poll(() => statusOf(user.email), soon).toMatchObject({ status: 'retrying' })
    await portal.db.execute(sql`update sign_in_attempts set expires_at = now() where email = ${user.email}`)

    await mailServer.start()
    await expect
      .poll(() => statusAfterNextTry(user.email), soon)
      .toMatchObject({ status: 'skipped', error: 'The sign-in ended before the email could be sent.' })
    expect(mailsTo(user.email)).toEqual([])
    portal.log.takeErrors()
  })
})

test('an email leaves the machine only with encryption', async () => {
  // This address of the same machine is not a loopback address, so it counts as another machine.
  const mailer = createSmtpMailer(mailServer.url.replace('127.0.0.1', '0.0.0.0'), 'portal@example.com')
  const mail = {
    to: 'partner@example.com',
    subject: 'Code',
    text: 'ABCD',
    html: 'ABCD',
    messageId: '<1@example.com>',
  }
  await expect(mailer.send(mail)).rejects.toThrow(/STARTTLS/)
  mailer.close()
  expect(mailsTo(mail.to)).toEqual([])
})

describe('the content of an email', () => {
  const content = {
    heading: 'Hello <b>you</b>',
    paragraphs: ['One & "two"'],
    code: 'BCDF-GHJK',
    action: { label: 'Open', url: 'https://portal.example.com/?a=1&b="2"' },
    footnote: "It's over",
  }

  test('is the same in text and in HTML, in which every value is escaped', () => {
    const { text, html } = renderEmail(content, 'Fish & <Chips>')
    expect(text).toBe(
      'Hello <b>you</b>\n\nOne & "two"\n\nBCDF-GHJK\n\nOpen: https://portal.example.com/?a=1&b="2"\n\n' +
        "It's over\n\nFish & <Chips> · Partner Portal",
    )
    expect(html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
    expect(html).toContain('One &amp; &quot;two&quot;')
    expect(html).toContain('href="https://portal.example.com/?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('It&#39;s over')
    expect(html).toContain('Fish &amp; &lt;Chips&gt; · Partner Portal')
    expect(html).not.toContain('<b>')
  })

  test('keeps names in any script, without characters that would reverse the text beside them', () => {
    const name = 'مطعم النخيل \u202eBar\u2066'
    const { text, html } = renderEmail({ heading: name, paragraphs: [`${name} (a@example.test)`] }, 'Fish')
    for (const body of [text, html]) {
      expect(body).toContain('مطعم النخيل Bar (a@example.test)')
      expect(body).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/u)
    }
  })
})
