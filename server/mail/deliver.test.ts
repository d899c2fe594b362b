import { type AddressInfo, createServer } from 'node:net'
import { eq } from 'drizzle-orm'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createEmail } from '#test/emails.ts'
import { createUser } from '#test/factories.ts'
import { smtpError, startMailServer } from '#test/smtp.ts'
import { deliver, deliverSecret } from './deliver.ts'
import { createSmtpMailer } from './smtp-mailer.ts'
import { sendStoredMail } from './stored-mail.ts'

const mailServer = await startMailServer()
const portal = await createTestApp()
const { db, deps } = portal
const mailer = createSmtpMailer(mailServer.url, 'Portal <portal@example.com>')
afterEach(() => {
  mailServer.behavior = null
})
afterAll(async () => {
  mailer.close()
  await portal.close()
  await mailServer.stop()
})

const host = new URL(deps.baseUrl()).hostname
const content = { heading: 'Your task', paragraphs: ['There is a task.'] }
const rowOf = async (id: string) =>
  (await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, id)))[0]
const userOf = async ({ id }: { id: string }) => (await db.select().from(users).where(eq(users.id, id)))[0]
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to?.[0]?.address === email)
const headerOf = (mail: (typeof mailServer.mails)[number] | undefined, name: string) =>
  mail?.headers.find(({ key }) => key === name)?.value

const newEmail = async () => {
  const user = await createUser(portal)
  const { id, unsubscribeToken } = await createEmail(portal, user, { type: 'task_assigned' })
  const send = (changes: Partial<Parameters<typeof deliver>[3]> = {}) =>
    deliver(deps, mailer, id, { to: user.email, subject: 'Your task', content, ...changes })
  return { user, id, unsubscribeToken, send }
}
const failure = 'The mail server did not take an email'

describe('an email whose content is kept', () => {
  test('is written once: each attempt sends what the first one stored, under the same Message-ID', async () => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      // The mail server accepts the email, but its reply is lost.
      onContent: async (_mail, store) => {
        store()
        throw smtpError(451, 'Try again')
      },
    }
    await expect(send()).rejects.toThrow(failure)
    expect(await rowOf(id)).toMatchObject({ status: 'retrying', attempts: 1, subject: 'Your task', content })
    mailServer.behavior = null
    await send({ subject: 'Another', content: { heading: 'Another', paragraphs: [] } })
    const [first, second] = mailsTo(user.email)
    expect(first).toMatchObject({ subject: 'Your task', messageId: `<${id}@${host}>` })
    for (const name of ['subject', 'messageId', 'text', 'html'] as const) {
      expect(second?.[name]).toBe(first?.[name])
    }
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, error: null, content })
    await send()
    expect(mailsTo(user.email)).toHaveLength(2)
    expect(await rowOf(id)).toMatchObject({ attempts: 2 })
  })

  test('is stored before it is sent', async () => {
    const { id, send } = await newEmail()
    const stored: unknown[] = []
    mailServer.behavior = {
      onRecipient: async () => {
        stored.push((await rowOf(id))?.content)
      },
    }
    await send()
    expect(stored).toEqual([content])
  })

  test('has headers for automatic emails, and shows how to unsubscribe in the headers and at its foot', async () => {
    const { user, unsubscribeToken, send } = await newEmail()
    await send({ unsubscribable: true })
    const mail = await mailServer.mailTo(user.email)
    const url = `${deps.baseUrl()}/unsubscribe?token=${unsubscribeToken}`
    expect(headerOf(mail, 'auto-submitted')).toBe('auto-generated')
    expect(headerOf(mail, 'x-auto-response-suppress')).toBe('All')
    expect(headerOf(mail, 'precedence')).toBeUndefined()
    expect(headerOf(mail, 'list-unsubscribe')).toBe(`<${url}>`)
    expect(headerOf(mail, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail.text).toContain(
      `Unsubscribe from these emails: ${url}\nEmail settings: ${deps.baseUrl()}/?account=notifications`,
    )
    expect(mail.html).toContain(`href="${url}"`)
    expect((await portal.visit().get(new URL(url).pathname + new URL(url).search)).statusCode).toBe(200)
  })

  test('has no link to unsubscribe if its type has none', async () => {
    const { user, send } = await newEmail()
    await send()
    const mail = await mailServer.mailTo(user.email)
    expect(headerOf(mail, 'list-unsubscribe')).toBeUndefined()
    expect(mail.text).not.toContain('nsubscribe')
  })

  test('written for a former address goes to the present address as another email', async () => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      onContent: async () => {
        throw smtpError(451, 'Try again')
      },
    }
    await expect(send()).rejects.toThrow(failure)
    mailServer.behavior = null
    const email = `new-${user.email}`
    await db.update(users).set({ email }).where(eq(users.id, user.id))
    const changed = { heading: `For ${email}`, paragraphs: [] }
    await send({ to: email, content: changed })
    expect(await rowOf(id)).toMatchObject({ status: 'skipped', content })
    const [again] = await db
      .select()
      .from(emailNotificationLogs)
      .where(eq(emailNotificationLogs.resendOf, id))
    expect(again).toMatchObject({
      recipient: email,
      userId: user.id,
      type: 'task_assigned',
      content: changed,
    })
    await sendStoredMail(deps, mailer, { logId: again?.id ?? '' })
    expect(mailsTo(user.email)).toEqual([])
    expect(await mailServer.mailTo(email)).toMatchObject({ messageId: `<${again?.id}@${host}>` })
  })

  test('is not retried once its reader has unsubscribed', async () => {
    const { user, id, unsubscribeToken, send } = await newEmail()
    mailServer.behavior = {
      onContent: async () => {
        throw smtpError(451, 'Try again')
      },
    }
    await expect(send({ unsubscribable: true })).rejects.toThrow(failure)
    mailServer.behavior = null
    await portal.app.inject({ method: 'POST', url: `/unsubscribe?token=${unsubscribeToken}` })
    await send({ unsubscribable: true })
    expect(await rowOf(id)).toMatchObject({ status: 'skipped', attempts: 1 })
    expect(mailsTo(user.email)).toEqual([])
  })

  test('that ends in half a character is sent', async () => {
    const { user, id, send } = await newEmail()
    await send({
      subject: `${'😀'.repeat(150)}`.slice(0, 299),
      content: { heading: '😀'.slice(0, 1), paragraphs: ['\0'] },
    })
    expect(await rowOf(id)).toMatchObject({
      status: 'sent',
      content: { heading: '\ufffd', paragraphs: [''] },
    })
    expect((await mailServer.mailTo(user.email)).text).toContain('\ufffd')
  })

  test('of a deleted account is not sent', async () => {
    const { user, id, send } = await newEmail()
    await db.delete(emailNotificationLogs).where(eq(emailNotificationLogs.id, id))
    await send()
    expect(mailsTo(user.email)).toEqual([])
  })
})

describe('a mail server that refuses', () => {
  test.each([
    ['an unknown mailbox', 550, '5.1.1 No such user'],
    ['an unknown mailbox, without a status', 550, 'No such user'],
    ['a mailbox that is switched off', 550, '5.2.1 Mailbox disabled'],
    ['a domain that takes no email', 556, '5.1.10 Null MX'],
  ])('%s marks the email as bounced and the address as refused', async (_what, code, message) => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      onRecipient: async () => {
        throw smtpError(code, message)
      },
    }
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'bounced', error: `${code} ${message}`, attempts: 1 })
    const refused = await userOf(user)
    expect(refused).toMatchObject({ emailRefusedAt: expect.any(Date), emailRefusal: `${code} ${message}` })
    // The user's `updatedAt` is unchanged, so open forms do not report a conflict.
    expect(refused?.updatedAt).toEqual(user.updatedAt)
    mailServer.behavior = null
    await send()
    expect(mailsTo(user.email)).toEqual([])
  })

  test('the mailbox after the content also marks the address as refused', async () => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      onContent: async () => {
        throw smtpError(550, '5.1.1 No such user')
      },
    }
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'bounced' })
    expect(await userOf(user)).toMatchObject({ emailRefusal: '550 5.1.1 No such user' })
  })

  test.each([
    ['for now', 'onRecipient', 450, '4.2.1 Busy'],
    ['to relay', 'onRecipient', 550, '5.7.1 Relaying denied'],
    ['to relay, without a status', 'onRecipient', 550, 'relay not permitted'],
    ['the network', 'onRecipient', 550, 'Client host blocked using zen.example.org'],
    ['a full mailbox', 'onRecipient', 552, '5.2.2 Mailbox full'],
    ['a full mailbox, without a status', 'onRecipient', 550, 'Mailbox quota exceeded'],
    ['the sender', 'onRecipient', 553, '5.1.8 Bad sender'],
    ['the network, after the content', 'onContent', 554, '5.7.1 Client host blocked using zen.example.org'],
    ['a sender that does not prove its domain', 'onContent', 550, '5.7.26 Unauthenticated email'],
    ['the domain of the sender, without a status', 'onContent', 550, 'SPF check failed'],
    ['as a whole', 'onContent', 554, '5.3.0 System problem'],
    ['a command', 'onContent', 503, '5.5.1 Bad sequence of commands'],
    ['for a limit', 'onContent', 550, '5.7.1 Too many messages, try again later'],
  ] as const)(
    '%s leaves the address as it is, and the email is tried again',
    async (_what, when, code, message) => {
      const { user, id, send } = await newEmail()
      mailServer.behavior = {
        [when]: async () => {
          throw smtpError(code, message)
        },
      }
      await expect(send()).rejects.toThrow(failure)
      expect(await rowOf(id)).toMatchObject({ status: 'retrying', error: expect.stringContaining(message) })
      expect(await userOf(user)).toMatchObject({ emailRefusedAt: null })
      mailServer.behavior = null
      await send()
      expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
    },
  )

  test.each([
    ['looks like spam', 'onContent', 550, 'Looks like spam'],
    ['looks like spam, with a status', 'onContent', 554, '5.7.1 Looks like spam'],
    ['is refused without a reason', 'onContent', 554, 'Transaction failed'],
    ['has a part that is not allowed', 'onContent', 550, '5.6.1 Media not supported'],
    ['is too large', 'onContent', 552, '5.3.4 Message too big for system'],
    ['is too large, without a status', 'onContent', 552, 'Message exceeds fixed maximum message size'],
    ['is too large for the mailbox', 'onRecipient', 552, '5.2.3 Message too large'],
  ] as const)('an email that %s is refused for good', async (_what, when, code, message) => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      [when]: async () => {
        throw smtpError(code, message)
      },
    }
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'refused', error: `${code} ${message}`, attempts: 1 })
    expect(await userOf(user)).toMatchObject({ emailRefusedAt: null })
    mailServer.behavior = null
    await send()
    expect(mailsTo(user.email)).toEqual([])
  })

  test('an address marks it until the next email is accepted, or staff change it', async () => {
    const refusal = { emailRefusedAt: new Date(), emailRefusal: '550 No such user' }
    const { user, send } = await newEmail()
    await db.update(users).set(refusal).where(eq(users.id, user.id))
    await send()
    expect(await userOf(user)).toMatchObject({ emailRefusedAt: null, emailRefusal: null })

    const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))
    await db.update(users).set(refusal).where(eq(users.id, user.id))
    const { updatedAt, firstName, lastName } = (await userOf(user)) ?? user
    const names = { firstName, lastName }
    const change = (body: object) => admin.put(`/api/admin/users/${user.id}`, { ...names, ...body })
    const kept = await change({ email: user.email, lastName: 'Other', updatedAt: updatedAt.toISOString() })
    expect(kept.statusCode, kept.body).toBe(200)
    expect(await userOf(user)).toMatchObject(refusal)
    const moved = await change({ email: `new-${user.email}` })
    expect(moved.statusCode, moved.body).toBe(200)
    expect(await userOf(user)).toMatchObject({ emailRefusedAt: null, emailRefusal: null })
  })

  test('a former address does not mark the present one', async () => {
    const { user, id, send } = await newEmail()
    mailServer.behavior = {
      onRecipient: async () => {
        await db
          .update(users)
          .set({ email: `new-${user.email}` })
          .where(eq(users.id, user.id))
        throw smtpError(550, '5.1.1 No such user')
      },
    }
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'bounced' })
    expect(await userOf(user)).toMatchObject({ emailRefusedAt: null })
  })
})

test('a mail server that hangs gets the email again once it recovers', async () => {
  const { user, id, send } = await newEmail()
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  mailServer.behavior = { onRecipient: () => released }
  const limits = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500, attemptTimeout: 60_000 }
  const impatient = createSmtpMailer(mailServer.url, 'portal@example.com', limits)
  const email = { to: user.email, subject: 'Your task', content }
  await expect(deliver(deps, impatient, id, email)).rejects.toThrow(failure)
  impatient.close()
  expect(await rowOf(id)).toMatchObject({ status: 'retrying', error: 'Timeout', attempts: 1 })
  release()
  mailServer.behavior = null
  await send()
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
  expect(mailsTo(user.email)).toHaveLength(1)
})

test('a mail server that replies a byte at a time blocks neither an email nor those behind it', async () => {
  const trickling = createServer((socket) => {
    socket.on('error', () => {})
    socket.write('220-')
    const timer = setInterval(() => socket.write('a'), 50)
    socket.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => trickling.listen(0, '127.0.0.1', resolve))
  const { port } = trickling.address() as AddressInfo
  const others = { connectionTimeout: 60_000, greetingTimeout: 60_000, socketTimeout: 60_000 }
  const impatient = createSmtpMailer(`smtp://127.0.0.1:${port}`, 'portal@example.com', {
    ...others,
    attemptTimeout: 500,
  })
  // These are more emails than there are connections.
  const emails = await Promise.all(Array.from({ length: 12 }, newEmail))
  const attempts = emails.map(({ id, user }) =>
    deliver(deps, impatient, id, { to: user.email, subject: 'Your task', content }),
  )
  const results = await Promise.allSettled(attempts)
  expect(results.map(({ status }) => status)).toEqual(Array(12).fill('rejected'))
  // The server closes once no connection is open.
  await new Promise((resolve) => trickling.close(resolve))
  impatient.close()
  for (const { id, send } of emails) {
    expect(await rowOf(id)).toMatchObject({
      status: 'retrying',
      error: 'The mail server took too long',
      attempts: 1,
    })
    await send()
    expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2 })
  }
})

test('an email with a secret is not stored, and each attempt has its own Message-ID', async () => {
  const { user, id } = await newEmail()
  const send = (code: string) =>
    deliverSecret(deps, mailer, id, { to: user.email, subject: 'Code', content: { ...content, code } })
  mailServer.behavior = {
    onContent: async (_mail, store) => {
      store()
      throw smtpError(451, 'Try again')
    },
  }
  await expect(send('FIRST')).rejects.toThrow(failure)
  mailServer.behavior = null
  await send('SECOND')
  await send('THIRD')
  const mails = mailsTo(user.email)
  expect(mails.map(({ text }) => /FIRST|SECOND|THIRD/.exec(text ?? '')?.[0])).toEqual(['FIRST', 'SECOND'])
  expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2)
  expect(mails.map((mail) => headerOf(mail, 'auto-submitted'))).toEqual(['auto-generated', 'auto-generated'])
  expect(await rowOf(id)).toMatchObject({ status: 'sent', attempts: 2, content: null })
})

describe('headers', () => {
  const injected = 'H\u202ei\r\nBcc: evil@example.com\r\n\r\n<script>\u2028\u0085Bcc: other@example.com'

  test('take no line break of a subject or a name', async () => {
    const { user, id, send } = await newEmail()
    await send({ subject: injected, content: { heading: injected, paragraphs: ['Hello'] } })
    const mail = await mailServer.mailTo(user.email)
    expect(mail.subject).toBe('Hi Bcc: evil@example.com <script> Bcc: other@example.com')
    expect(mail.headers.map(({ key }) => key)).not.toContain('bcc')
    expect(mail.bcc).toBeUndefined()
    expect(mail.html).toContain('&lt;script&gt;')
    expect(mail.html).not.toContain('<script>')
    expect((await rowOf(id))?.subject).toBe(mail.subject)
  })

  test.each([
    ['very long', 'A very long subject '.repeat(20), 200],
    ['one long word', 'a'.repeat(500), 200],
    ['of other scripts', 'Grüße an 東京 🎉 '.repeat(30), 200],
  ])('carry a subject that is %s', async (_what, subject, length) => {
    const { user, send } = await newEmail()
    await send({ subject })
    const mail = await mailServer.mailTo(user.email)
    expect(mail.subject).toBe([...subject].slice(0, length).join('').trimEnd())
  })

  test('name one recipient, whatever is in the address', async () => {
    const received: string[] = []
    mailServer.behavior = {
      onRecipient: async (address) => {
        received.push(address)
      },
    }
    for (const to of [
      'ann@example.test, evil@example.com',
      'ann@example.test\r\nBcc: evil@example.com',
      '"x" <evil@example.com>',
    ]) {
      const { id } = await newEmail()
      await deliver(deps, mailer, id, { to, subject: 'Hello', content }).catch(() => {})
    }
    expect(received).not.toContain('evil@example.com')
  })
})
