import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/messages.ts'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { codeIn } from '#test/sign-in-mail.ts'
import { startMailServer } from '#test/smtp.ts'
import { writeLetter } from './letter.ts'

const mailServer = await startMailServer()
const portal = await createTestApp({ settings: { SMTP_URL: mailServer.url }, working: true })
afterAll(async () => {
  await portal.close()
  await mailServer.stop()
})

const statusOf = async (recipient: string) =>
  (
    await portal.db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.recipient, recipient))
  )[0]
const soon = { timeout: 20_000 }

describe('while the mail server is away', () => {
  test('a mail waits, its log row says why, and it goes out once the server is back', async () => {
    const user = await createUser(portal)
    await mailServer.stop()
    const browser = portal.visit()
    expect((await browser.post('/api/sign-in/code', { email: user.email })).statusCode).toBe(202)
    await expect
      .poll(() => statusOf(user.email), soon)
      .toMatchObject({
        status: 'failed',
        error: expect.stringContaining('ECONNREFUSED'),
        sentAt: null,
      })

    await mailServer.start()
    // The next try is due in some seconds: it is made due at once, and the next mail wakes the queue.
    await expect
      .poll(
        async () =>
          (
            await portal.db.execute(
              sql`update pgboss.job set start_after = now() where name = 'sign-in-mail' and state = 'retry'`,
            )
          ).rowCount,
        soon,
      )
      .toBe(1)
    const other = await createUser(portal)
    await portal.visit().post('/api/sign-in/code', { email: other.email })

    const mail = await mailServer.mailTo(user.email)
    await expect.poll(() => statusOf(user.email), soon).toMatchObject({ status: 'sent', error: null })
    expect((await browser.post('/api/sign-in/redeem', { code: codeIn(mail) })).statusCode).toBe(200)
    expect(mailServer.mails.filter(({ to }) => to?.[0]?.address === user.email)).toHaveLength(1)

    const errors = portal.log.takeErrors()
    expect(errors).toMatchObject([{ msg: 'job failed', job: 'sign-in-mail' }])
    expect(JSON.stringify(errors)).not.toContain('@')
  })

  test('a mail whose sign-in is over by then is not sent any more', async () => {
    const user = await createUser(portal)
    await mailServer.stop()
    await portal.visit().post('/api/sign-in/code', { email: user.email })
    await expect.poll(() => statusOf(user.email), soon).toMatchObject({ status: 'failed' })
    await portal.db.execute(sql`update sign_in_attempts set expires_at = now() where email = ${user.email}`)

    await mailServer.start()
    await expect
      .poll(
        async () =>
          (
            await portal.db.execute(
              sql`update pgboss.job set start_after = now() where name = 'sign-in-mail' and state = 'retry'`,
            )
          ).rowCount,
        soon,
      )
      .toBe(1)
    const other = await createUser(portal)
    await portal.visit().post('/api/sign-in/code', { email: other.email })
    await expect
      .poll(() => statusOf(user.email), soon)
      .toMatchObject({
        status: 'failed',
        error: 'The sign-in was over before the mail could go out.',
      })
    expect(mailServer.mails.filter(({ to }) => to?.[0]?.address === user.email)).toEqual([])
    portal.log.takeErrors()
  })
})

describe('a letter', () => {
  const letter = {
    heading: 'Hello <b>you</b>',
    paragraphs: ['One & "two"'],
    code: '123456',
    action: { label: 'Open', url: 'https://portal.example.com/?a=1&b="2"' },
    footnote: "It's over",
  }

  test('says the same in text and in HTML, where every value is text', () => {
    const { text, html } = writeLetter(letter, 'Fish & <Chips>')
    expect(text).toBe(
      'Hello <b>you</b>\n\nOne & "two"\n\n123456\n\nOpen: https://portal.example.com/?a=1&b="2"\n\n' +
        "It's over\n\nFish & <Chips> · Partner Portal",
    )
    expect(html).toContain('Hello &lt;b&gt;you&lt;/b&gt;')
    expect(html).toContain('One &amp; &quot;two&quot;')
    expect(html).toContain('href="https://portal.example.com/?a=1&amp;b=&quot;2&quot;"')
    expect(html).toContain('It&#39;s over')
    expect(html).toContain('Fish &amp; &lt;Chips&gt; · Partner Portal')
    expect(html).not.toContain('<b>')
  })
})
