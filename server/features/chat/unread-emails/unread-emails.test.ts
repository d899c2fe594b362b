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
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { startMailServer } from '#test/smtp.ts'
import { markRead, sendMessage } from '../actions.ts'
import { addNote } from '../inbox/actions.ts'
import { storePresenceChanges } from '../presence/actions.ts'
import { enqueueUnreadEmails, sendUnreadEmail } from './actions.ts'

const portal = await createTestApp({
  settings: { BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
})
const { db, deps } = portal
afterAll(portal.close)

type User = Awaited<ReturnType<typeof createUser>>

const mails: Mail[] = []
const mailer: Mailer = { send: async (mail) => void mails.push(mail), close() {} }
beforeEach(() => void mails.splice(0))
afterEach(async () => {
  await db.execute(sql`truncate chat_conversations, chat_processes, chat_presence cascade`)
  await db.execute(sql`delete from pgboss.job`)
  // Otherwise these staff would also be emailed in the next test.
  await db.update(users).set({ disabledAt: new Date() })
})

const newPartner = async (firstName = 'Ana') =>
  (await createPartner(portal, { businessName: 'Pier 7', user: { firstName, lastName: 'Quinn' } })).user
const newStaff = (firstName: string) => createUser(portal, { role: 'support', firstName, lastName: 'Reed' })
const send = (user: User, conversationId: string, message: string) =>
  sendMessage(deps, { ...user, sid: '' } as never, conversationId, { message })
const read = (user: User, conversationId: string, seq: number) =>
  markRead(db, { ...user, sid: '' } as never, conversationId, seq)
const wait = (minutes: number) =>
  db
    .update(chatMessages)
    .set({ createdAt: sql`created_at - make_interval(mins => ${minutes})` as unknown as Date })
/** Returns the time in UTC that a clock shows this many minutes from now. */
const clockIn = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(11, 16)
const processId = crypto.randomUUID()
const join = (user: User) =>
  storePresenceChanges(db, processId, [{ userId: user.id, isStaff: user.role !== 'user' }], [])
const leave = (user: User) =>
  storePresenceChanges(db, processId, [], [{ userId: user.id, isStaff: user.role !== 'user' }])
const takeJobs = async () => {
  const { rows } = await db.execute<{ data: JobData['unread-mail'] }>(
    sql`delete from pgboss.job where name = 'unread-mail' returning data`,
  )
  return rows.map(({ data }) => data)
}
/** Sends the emails that are due, and returns their recipients. */
const sendEmails = async () => {
  mails.length = 0
  await enqueueUnreadEmails(deps)
  for (const job of await takeJobs()) await sendUnreadEmail(deps, mailer, job)
  return mails.map(({ to }) => to).sort()
}

describe('a partner who is not in the chat', () => {
  test('is emailed messages that were unread for two minutes, and not again until they are back', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await send(sam, partner.id, 'The banner <b>is</b> ready.\nCome by.')
    await send(sam, partner.id, 'Until six.')
    expect(await sendEmails()).toEqual([])
    await wait(1)
    expect(await sendEmails()).toEqual([])
    await wait(1)
    expect(await sendEmails()).toEqual([partner.email])
    const [mail] = mails
    expect(mail?.subject).toBe('New messages from the Partner Team')
    expect(mail?.text).toContain('You have 2 new messages from the Partner Team')
    expect(mail?.text).toContain('The banner <b>is</b> ready.\nCome by.\n\nUntil six.')
    expect(mail?.text).toContain('Open the chat: https://portal.example.com/?chat=open')
    expect(mail?.html).toContain('The banner &lt;b&gt;is&lt;/b&gt; ready.<br>Come by.')
    expect(JSON.stringify(mail)).not.toContain('Reed')

    await send(sam, partner.id, 'Are you there?')
    await wait(10)
    expect(await sendEmails()).toEqual([])
    await join(partner)
    await leave(partner)
    expect(await sendEmails()).toEqual([partner.email])
    expect(mails[0]?.text).toContain('3 new messages')

    // Being in the chat without reading is no reason to email the same messages again.
    await join(partner)
    await leave(partner)
    expect(await sendEmails()).toEqual([])
    await send(sam, partner.id, 'Last call.')
    await wait(10)
    expect(await sendEmails()).toEqual([partner.email])
  })

  test('is not emailed messages that they have read or sent, nor automatic replies', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await send(sam, partner.id, 'One')
    await read(partner, partner.id, 1)
    await send(partner, partner.id, 'Two')
    await db.insert(chatMessages).values({
      conversationId: partner.id,
      receiverId: partner.id,
      isSupport: true,
      kind: 'away',
      message: 'Back soon',
      seq: 3,
    })
    await db.update(chatConversations).set({ lastSeq: 3 })
    await wait(5)
    expect(await sendEmails()).toEqual([])
  })

  test('is several people, who are emailed about what each of them has not read, by their own switches', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await send(sam, partner.id, 'Before they joined')
    const [profile] = await db.select().from(partnerProfiles).where(eq(partnerProfiles.userId, partner.id))
    if (!profile) throw new Error('there is no profile')
    const newMember = async () => (await createMember(portal, { partnerId: profile.id })).user
    const [mara, kim, noah, lee] = [
      await newMember(),
      await newMember(),
      await newMember(),
      await newMember(),
    ]
    await wait(5)
    expect(await sendEmails()).toEqual([partner.email])

    await send(sam, partner.id, 'The banner is ready')
    await db.insert(userEmailPreferences).values({ userId: kim.id, emailOff: ['chatMessages'] })
    await read(noah, partner.id, 2)
    await wait(5)
    await enqueueUnreadEmails(deps)
    const jobs = await takeJobs()
    expect(jobs.map(({ userId }) => userId).sort()).toEqual([mara.id, lee.id].sort())
    // The rights of now decide: a former member learns nothing.
    await db.delete(partnerMembers).where(eq(partnerMembers.userId, lee.id))
    mails.length = 0
    for (const job of jobs) await sendUnreadEmail(deps, mailer, job)
    expect(mails.map(({ to }) => to)).toEqual([mara.email])
    expect(mails[0]?.text).toContain('You have one new message from the Partner Team')
  })

  test('is not emailed while the chat is open in any process, unless that process has died', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await join(partner)
    await send(sam, partner.id, 'One')
    await wait(5)
    expect(await sendEmails()).toEqual([])
    await db.update(chatProcesses).set({ aliveUntil: new Date() })
    expect(await sendEmails()).toEqual([partner.email])
  })

  test.each([
    [
      'does not want such emails',
      async ({ id }: User) =>
        void (await db.insert(userEmailPreferences).values({ userId: id, emailOff: ['chatMessages'] })),
    ],
    [
      'has quiet hours',
      async ({ id }: User) =>
        void (await db
          .insert(userEmailPreferences)
          .values({ userId: id, quietFrom: clockIn(-60), quietUntil: clockIn(60) })),
    ],
    [
      'is disabled',
      async ({ id }: User) =>
        void (await db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, id))),
    ],
  ])('and %s is not emailed', async (_what, change) => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await change(partner)
    await send(sam, partner.id, 'One')
    await wait(5)
    expect(await sendEmails()).toEqual([])
  })

  test('gets no internal notes by email', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await addNote(db, sam as never, partner.id, { note: 'canary-51c0' })
    await wait(5)
    expect(await sendEmails()).toEqual([])
    await send(sam, partner.id, 'One')
    await wait(5)
    expect(await sendEmails()).toEqual([partner.email])
    expect(JSON.stringify(mails)).not.toContain('canary-51c0')
  })
})

describe('the team', () => {
  test('is emailed as a whole while no member is in the chat, except members who opted out', async () => {
    const [partner, sam, kim, lee] = [
      await newPartner(),
      await newStaff('Sam'),
      await newStaff('Kim'),
      await newStaff('Lee'),
    ]
    await db.insert(userEmailPreferences).values({ userId: lee.id, emailOff: ['chatMessages'] })
    await send(partner, partner.id, 'Hello?')
    await wait(2)
    expect(await sendEmails()).toEqual([sam.email, kim.email].sort())
    expect(mails[0]).toMatchObject({
      subject: 'New messages from Ana Quinn (Pier 7)',
      text: expect.stringContaining(
        'Ana Quinn (Pier 7) sent one new message\n\nHello?\n\nReply: https://portal.example.com/admin?tab=inbox&conversation=',
      ),
    })
    expect(await sendEmails()).toEqual([])
  })

  test('is not emailed while one of its members is in the chat', async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await newStaff('Kim')
    await join(sam)
    await send(partner, partner.id, 'Hello?')
    await wait(5)
    expect(await sendEmails()).toEqual([])
    await leave(sam)
    expect(await sendEmails()).toHaveLength(2)
  })

  test('is not emailed about an assigned conversation: only its assignee is, and a new assignee after a change', async () => {
    const [partner, sam, kim] = [await newPartner(), await newStaff('Sam'), await newStaff('Kim')]
    await newStaff('Lee')
    await join(kim)
    await send(partner, partner.id, 'Hello?')
    await db.update(chatConversations).set({ assignedTo: sam.id })
    await wait(5)
    expect(await sendEmails()).toEqual([sam.email])
    await db.update(chatConversations).set({ assignedTo: kim.id })
    expect(await sendEmails()).toEqual([])
    await leave(kim)
    expect(await sendEmails()).toEqual([kim.email])
  })

  test('is not emailed about messages that are read, closed or more than a day old', async () => {
    await newStaff('Sam')
    for (const change of [
      { staffReadSeq: 1 },
      { closedAt: new Date() },
      { lastMessageAt: new Date(Date.now() - 25 * 60 * 60 * 1000) },
    ]) {
      const partner = await newPartner()
      await send(partner, partner.id, 'Hello?')
      await db.update(chatConversations).set(change).where(eq(chatConversations.id, partner.id))
    }
    await wait(5)
    expect(await sendEmails()).toEqual([])
  })

  test('sees the first of many messages in the email, and how many others there are', async () => {
    const partner = await newPartner()
    await newStaff('Sam')
    for (let number = 1; number <= 13; number += 1) await send(partner, partner.id, `Question ${number}`)
    await send(partner, partner.id, 'x'.repeat(4000))
    await wait(5)
    await sendEmails()
    expect(mails[0]?.text).toContain('sent 14 new messages')
    expect(mails[0]?.text).toContain('Question 10\n\nAnd 4 more.')
    expect(mails[0]?.text).not.toContain('Question 11')
  })
})

describe('an email', () => {
  const leaveUnread = async () => {
    const [partner, sam] = [await newPartner(), await newStaff('Sam')]
    await join(sam)
    await send(sam, partner.id, 'One')
    await wait(5)
    return partner
  }

  test('is enqueued by another process when one dies, and once when several try at the same time', async () => {
    await leaveUnread()
    const dying = { ...deps.jobs, enqueue: async () => Promise.reject(new Error('killed')) }
    await expect(enqueueUnreadEmails({ db, jobs: dying })).rejects.toThrow('killed')
    expect(await db.$count(chatMails)).toBe(0)
    await Promise.all(Array.from({ length: 5 }, () => enqueueUnreadEmails(deps)))
    expect(await takeJobs()).toHaveLength(1)
    expect(await db.$count(emailNotificationLogs, eq(emailNotificationLogs.type, 'chat'))).toBeGreaterThan(0)
  })

  test('is not sent again after it was handed over, and is sent again with the same id if that failed', async () => {
    await leaveUnread()
    await enqueueUnreadEmails(deps)
    const [job] = await takeJobs()
    if (!job) throw new Error('no email is queued')
    const failing: Mailer = {
      ...mailer,
      send: async (mail) => {
        await mailer.send(mail)
        throw new Error('cut')
      },
    }
    await expect(sendUnreadEmail(deps, failing, job)).rejects.toThrow('The mail server did not take an email')
    await sendUnreadEmail(deps, mailer, job)
    await sendUnreadEmail(deps, mailer, job)
    expect(mails).toHaveLength(2)
    expect(mails[0]?.messageId).toBe(`<${job.logId}@portal.example.com>`)
    expect(mails[1]?.messageId).toBe(mails[0]?.messageId)
  })

  test('is not sent to a recipient who is back by then, and is sent when they miss messages again', async () => {
    const partner = await leaveUnread()
    await enqueueUnreadEmails(deps)
    const [job] = await takeJobs()
    if (!job) throw new Error('no email is queued')
    await db.insert(chatPresence).values({ processId, userId: partner.id, isStaff: false })
    await sendUnreadEmail(deps, mailer, job)
    expect(mails).toEqual([])
    const [log] = await db.select().from(emailNotificationLogs).where(eq(emailNotificationLogs.id, job.logId))
    expect(log).toMatchObject({
      status: 'skipped',
      error: 'The messages were read before the email was sent.',
    })
    await leave(partner)
    expect(await sendEmails()).toEqual([partner.email])
  })
})

test('the worker sends the email on its own', async () => {
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
