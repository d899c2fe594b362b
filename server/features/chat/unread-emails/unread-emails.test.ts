import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  chatConversations,
  chatMails,
  chatMessages,
  chatPresence,
  chatProcesses,
} from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import type { JobData } from '#server/jobs/jobs.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'
import { markRead, sendMessage } from '../actions.ts'
import { addNote } from '../inbox/actions.ts'
import { storeChanges } from '../presence/actions.ts'
import { enqueueUnreadEmails, sendUnreadEmail } from './actions.ts'

const portal = await createTestApp({ settings: { BASE_URL: 'https://portal.example.com' } })
const { db, deps } = portal
afterAll(portal.close)

type User = Awaited<ReturnType<typeof createUser>>

const mails: Mail[] = []
const mailer: Mailer = { send: async (mail) => void mails.push(mail), close() {} }
beforeEach(() => void mails.splice(0))
afterEach(async () => {
  await db.execute(
    sql`truncate chat_conversations, chat_messages, chat_notes, chat_mails, chat_processes, chat_presence`,
  )
  await db.execute(sql`delete from pgboss.job`)
  // Whoever is staff would be mailed in the next test, too.
  await db.update(users).set({ disabledAt: new Date() })
})

const newPartner = async (firstName = 'Ana') =>
  (await createPartner(portal, { businessName: 'Pier 7', user: { firstName, lastName: 'Quinn' } })).user
const newStaff = (firstName: string) => createUser(portal, { role: 'support', firstName, lastName: 'Reed' })
const says = (user: User, conversationId: string, message: string) =>
  sendMessage(deps, { ...user, sid: '' } as never, conversationId, { message })
const reads = (user: User, conversationId: string, seq: number) =>
  markRead(db, { ...user, sid: '' } as never, conversationId, seq)
const wait = (minutes: number) =>
  db
    .update(chatMessages)
    .set({ createdAt: sql`created_at - make_interval(mins => ${minutes})` as unknown as Date })
const processId = crypto.randomUUID()
const comes = (user: User) =>
  storeChanges(db, processId, [{ userId: user.id, isStaff: user.role !== 'user' }], [])
const leaves = (user: User) =>
  storeChanges(db, processId, [], [{ userId: user.id, isStaff: user.role !== 'user' }])
const takeJobs = async () => {
  const { rows } = await db.execute<{ data: JobData['missed-mail'] }>(
    sql`delete from pgboss.job where name = 'missed-mail' returning data`,
  )
  return rows.map(({ data }) => data)
}
/** Who is mailed now, by whom the mails go to. */
const mailed = async () => {
  mails.length = 0
  await enqueueUnreadEmails(deps)
  for (const job of await takeJobs()) await sendUnreadEmail(deps, mailer, job)
  return mails.map(({ to }) => to).sort()
}

describe('a partner who is not in the chat', () => {
  test('is mailed what the team has said once it has waited for two minutes, and not again until they are back', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await says(sam, partner.id, 'The banner <b>is</b> ready.\nCome by.')
    await says(sam, partner.id, 'Until six.')
    expect(await mailed()).toEqual([])
    await wait(1)
    expect(await mailed()).toEqual([])
    await wait(1)
    expect(await mailed()).toEqual([partner.email])
    const [mail] = mails
    expect(mail?.subject).toBe('New messages from the Partner Team')
    expect(mail?.text).toContain('The Partner Team has 2 new messages for you')
    expect(mail?.text).toContain('The banner <b>is</b> ready.\nCome by.\n\nUntil six.')
    expect(mail?.text).toContain('Open the portal: https://portal.example.com/')
    expect(mail?.html).toContain('The banner &lt;b&gt;is&lt;/b&gt; ready.<br>Come by.')
    expect(JSON.stringify(mail)).not.toContain('Reed')

    await says(sam, partner.id, 'Are you there?')
    await wait(10)
    expect(await mailed()).toEqual([])
    await comes(partner)
    await leaves(partner)
    expect(await mailed()).toEqual([partner.email])
    expect(mails[0]?.text).toContain('3 new messages')
  })

  test('is not mailed what they have read, what they said themselves, or what the portal said', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await says(sam, partner.id, 'One')
    await reads(partner, partner.id, 1)
    await says(partner, partner.id, 'Two')
    await db
      .insert(chatMessages)
      .values({ receiverId: partner.id, isSupport: true, kind: 'away', message: 'Back soon', seq: 3 })
    await db.update(chatConversations).set({ lastSeq: 3 })
    await wait(5)
    expect(await mailed()).toEqual([])
  })

  test('is not mailed while they have the chat open, wherever, and is when that process has died', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await comes(partner)
    await says(sam, partner.id, 'One')
    await wait(5)
    expect(await mailed()).toEqual([])
    await db.update(chatProcesses).set({ aliveUntil: new Date() })
    expect(await mailed()).toEqual([partner.email])
  })

  test.each([
    [
      'does not want such mails',
      async ({ id }: User) =>
        void (await db.insert(userEmailPreferences).values({ userId: id, chatMessages: false })),
    ],
    [
      'is disabled',
      async ({ id }: User) =>
        void (await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id))),
    ],
  ])('and %s is not mailed', async (_what, change) => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await change(partner)
    await says(sam, partner.id, 'One')
    await wait(5)
    expect(await mailed()).toEqual([])
  })

  test('gets the mail without what colleagues note for each other', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await addNote(db, sam as never, partner.id, { note: 'canary-51c0' })
    await wait(5)
    expect(await mailed()).toEqual([])
    await says(sam, partner.id, 'One')
    await wait(5)
    expect(await mailed()).toEqual([partner.email])
    expect(JSON.stringify(mails)).not.toContain('canary-51c0')
  })
})

describe('of the team', () => {
  test('all are mailed while nobody of it is there, and only those who want to', async () => {
    const [partner, sam, kim, lee] = [
      await newPartner(),
      await newStaff('Sam'),
      await newStaff('Kim'),
      await newStaff('Lee'),
    ]
    await db.insert(userEmailPreferences).values({ userId: lee.id, chatMessages: false })
    await says(partner, partner.id, 'Hello?')
    await wait(2)
    expect(await mailed()).toEqual([sam.email, kim.email].sort())
    expect(mails[0]).toMatchObject({
      subject: 'New messages from Ana Quinn (Pier 7)',
      text: expect.stringContaining(
        'Ana Quinn (Pier 7) has sent one new message\n\nHello?\n\nAnswer: https://portal.example.com/admin?tab=inbox&conversation=',
      ),
    })
    expect(await mailed()).toEqual([])
  })

  test('nobody is mailed while somebody is there: they see it', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await newStaff('Kim')
    await comes(sam)
    await says(partner, partner.id, 'Hello?')
    await wait(5)
    expect(await mailed()).toEqual([])
    await leaves(sam)
    expect(await mailed()).toHaveLength(2)
  })

  test('whose conversation it is is mailed alone, whoever else is there; another once it is theirs', async () => {
    const [partner, sam, kim] = [await newPartner(), await newStaff('Sam'), await newStaff('Kim')]
    await newStaff('Lee')
    await comes(kim)
    await says(partner, partner.id, 'Hello?')
    await db.update(chatConversations).set({ assignedTo: sam.id })
    await wait(5)
    expect(await mailed()).toEqual([sam.email])
    await db.update(chatConversations).set({ assignedTo: kim.id })
    expect(await mailed()).toEqual([])
    await leaves(kim)
    expect(await mailed()).toEqual([kim.email])
  })

  test('nobody is mailed what is read, closed, or more than a day old', async () => {
    await newStaff('Sam')
    for (const change of [
      { staffReadSeq: 1 },
      { closedAt: new Date() },
      { lastMessageAt: new Date(Date.now() - 25 * 60 * 60 * 1000) },
    ]) {
      const partner = await newPartner()
      await says(partner, partner.id, 'Hello?')
      await db.update(chatConversations).set(change).where(eq(chatConversations.userId, partner.id))
    }
    await wait(5)
    expect(await mailed()).toEqual([])
  })

  test('a mail of many messages shows the first, and tells of the others', async () => {
    const partner = await newPartner()
    await newStaff('Sam')
    for (let number = 1; number <= 13; number += 1) await says(partner, partner.id, `Question ${number}`)
    await says(partner, partner.id, 'x'.repeat(4000))
    await wait(5)
    await mailed()
    expect(mails[0]?.text).toContain('has sent 14 new messages')
    expect(mails[0]?.text).toContain('Question 10\n\nAnd 4 more.')
    expect(mails[0]?.text).not.toContain('Question 11')
  })
})

describe('a process that dies', () => {
  const missed = async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await comes(sam)
    await says(sam, partner.id, 'One')
    await wait(5)
    return partner
  }

  test('before it has queued a mail leaves it to the next, and several at once queue one', async () => {
    await missed()
    const dying = { ...deps.jobs, send: async () => Promise.reject(new Error('killed')) }
    await expect(enqueueUnreadEmails({ db, jobs: dying })).rejects.toThrow('killed')
    expect(await db.$count(chatMails)).toBe(0)
    await Promise.all(Array.from({ length: 5 }, () => enqueueUnreadEmails(deps)))
    expect(await takeJobs()).toHaveLength(1)
    expect(await db.$count(emailNotificationLogs, eq(emailNotificationLogs.type, 'chat'))).toBeGreaterThan(0)
  })

  test('with the mail in its hands sends it once: handed over, it is not again; else it is the same mail', async () => {
    await missed()
    await enqueueUnreadEmails(deps)
    const [job] = await takeJobs()
    if (!job) throw new Error('no mail is queued')
    const failing: Mailer = {
      ...mailer,
      send: async (mail) => {
        await mailer.send(mail)
        throw new Error('cut')
      },
    }
    await expect(sendUnreadEmail(deps, failing, job)).rejects.toThrow('cut')
    await sendUnreadEmail(deps, mailer, job)
    await sendUnreadEmail(deps, mailer, job)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.messageId).toBe(`<${job.logId}@portal.example.com>`)
    expect(mails[1]?.messageId).toBe(mails[0]?.messageId)
  })

  test('or waits does not mail who is back by then, and they are mailed when they miss something again', async () => {
    const partner = await missed()
    await enqueueUnreadEmails(deps)
    const [job] = await takeJobs()
    if (!job) throw new Error('no mail is queued')
    await db.insert(chatPresence).values({ processId, userId: partner.id, isStaff: false })
    await sendUnreadEmail(deps, mailer, job)
    expect(mails).toEqual([])
    const [log] = await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, job.logId))
    expect(log).toMatchObject({
      status: 'failed',
      error: 'There was nothing to tell any more when the mail could go out.',
    })
    await leaves(partner)
    expect(await mailed()).toEqual([partner.email])
  })
})

test('a portal that works mails it by itself', async () => {
  const server = await startMailServer()
  const working = await createTestApp({ settings: { SMTP_URL: server.url }, runsJobs: true })
  const { user: partner } = await createPartner(working)
  await sendMessage(working.deps, partner as never, partner.id, { message: 'Hello?' })
  const sam = await createUser(working, { role: 'support' })
  await working.db.update(chatMessages).set({ createdAt: new Date(Date.now() - 150_000) })
  await working.deps.jobs.enqueue(working.db, 'missed-messages', {})
  const mail = await server.mailTo(sam.email)
  expect(mail.text).toContain('Hello?')
  await working.close()
  await server.stop()
})
