import { eq, sql } from 'drizzle-orm'
import { afterAll, afterEach, expect, test } from 'vitest'
import { chatMails, chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { users } from '#server/db/schema/users.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { markRead, sendMessage } from '../actions.ts'
import { storePresenceChanges } from '../presence/actions.ts'
import { enqueueUnreadEmails, sendUnreadEmail } from './actions.ts'

const portal = await createTestApp({
  settings: { BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
})
const { db, deps } = portal
afterAll(portal.close)
afterEach(async () => {
  await db.execute(sql`truncate chat_conversations, chat_processes, chat_presence cascade`)
  await db.execute(sql`delete from pgboss.job`)
  await db.update(users).set({ disabledAt: new Date() })
})

type User = Awaited<ReturnType<typeof createUser>>

const newStaff = () => createUser(portal, { role: 'support' })
/** Creates a partner who has waited this many minutes for a reply. */
const newWaiting = async (name: string, minutes: number, message = 'Hello?') => {
  const { user } = await createPartner(portal, {
    businessName: `${name}'s`,
    user: { firstName: name, lastName: 'Quinn' },
  })
  await sendMessage(deps, { ...user, sid: '' } as never, user.id, { message })
  await db
    .update(chatMessages)
    .set({ createdAt: sql`now() - make_interval(mins => ${minutes})` as unknown as Date })
    .where(eq(chatMessages.conversationId, user.id))
  return user
}
const passMinutes = (minutes: number) =>
  db
    .update(chatMails)
    .set({ mailedAt: sql`mailed_at - make_interval(mins => ${minutes})` as unknown as Date })
const open = async (user: User) => {
  const processId = crypto.randomUUID()
  await storePresenceChanges(db, processId, [{ userId: user.id, isStaff: true }], [])
  await storePresenceChanges(db, processId, [], [{ userId: user.id, isStaff: true }])
}
const takeJobs = async () => {
  const { rows } = await db.execute<{ data: JobData['unread-mail'] }>(
    sql`delete from pgboss.job where name = 'unread-mail' returning data`,
  )
  return rows.map(({ data }) => data)
}
const send = async (jobs: JobData['unread-mail'][]) => {
  const mails: Mail[] = []
  const mailer: Mailer = { send: async (mail) => void mails.push(mail), close() {} }
  for (const job of jobs) await sendUnreadEmail(deps, mailer, job)
  return mails
}
const sendEmails = async () => {
  await enqueueUnreadEmails(deps)
  return send(await takeJobs())
}

test('waiting conversations are in one email, longest waiting first, with what each partner wrote', async () => {
  const sam = await newStaff()
  const [ana, ben] = [await newWaiting('Ana', 3, 'Where is\nthe banner?'), await newWaiting('Ben', 9)]
  await sendMessage(deps, { ...ben, sid: '' } as never, ben.id, { message: 'And the flyers?' })
  const [mail, ...others] = await sendEmails()
  expect(others).toEqual([])
  expect(mail?.to).toBe(sam.email)
  expect(mail?.subject).toBe('New messages from 2 partners')
  const link = 'https://portal.example.com/admin?tab=inbox'
  expect(mail?.text).toContain(
    `2 partners are waiting for a reply\n\n• Ben Quinn (Ben's) · 2 messages\n  Hello?\n  ${link}&conversation=${ben.id}\n\n` +
      `• Ana Quinn (Ana's)\n  Where is the banner?\n  ${link}&conversation=${ana.id}\n\nOpen the inbox: ${link}`,
  )
})

test('the email lists twenty of thirty partners, and the number of the others', async () => {
  const sam = await newStaff()
  const partners: User[] = []
  for (let number = 1; number <= 30; number += 1) partners.push(await newWaiting(`P${number}`, 60 - number))
  const [mail, ...others] = await sendEmails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('New messages from 30 partners')
  expect(mail?.text).toContain("• P20 Quinn (P20's)")
  expect(mail?.text).not.toContain('P21 Quinn')
  expect(mail?.text).toContain(
    "And 10 more in the inbox. We won't email about these again until you've read them.",
  )
  // The log has the partner's id, so that an erasure also deletes what the email says about them.
  const [log] = await db
    .select()
    .from(emailNotificationLogs)
    .where(eq(emailNotificationLogs.recipient, sam.email))
  expect(log?.content?.about).toEqual(partners.slice(0, 20).map(({ id }) => id))
})

test('messages of further partners wait fifteen minutes for the next email, unless the inbox was opened', async () => {
  const sam = await newStaff()
  await newWaiting('Ana', 3)
  expect(await sendEmails()).toHaveLength(1)
  await newWaiting('Ben', 3)
  await newWaiting('Cleo', 3)
  expect(await sendEmails()).toEqual([])
  await passMinutes(16)
  expect((await sendEmails()).map(({ subject }) => subject)).toEqual(['New messages from 2 partners'])
  await newWaiting('Dan', 3)
  expect(await sendEmails()).toEqual([])
  await open(sam)
  expect((await sendEmails()).map(({ subject }) => subject)).toEqual(["New messages from Dan Quinn (Dan's)"])
})

test('conversations that were read meanwhile are left out, and no email is sent when none is left', async () => {
  const sam = await newStaff()
  const [ana, ben] = [await newWaiting('Ana', 3), await newWaiting('Ben', 4)]
  const read = (id: string) => markRead(db, { ...sam, sid: '' } as never, id, 1)
  await enqueueUnreadEmails(deps)
  const jobs = await takeJobs()
  expect(jobs).toHaveLength(1)
  await read(ben.id)
  expect((await send(jobs)).map(({ subject }) => subject)).toEqual(["New messages from Ana Quinn (Ana's)"])
  await open(sam)
  const cleo = await newWaiting('Cleo', 3)
  await enqueueUnreadEmails(deps)
  await read(ana.id)
  await read(cleo.id)
  expect(await send(await takeJobs())).toEqual([])
})

test('each of fifty staff gets one email about a thousand partners, even when several processes enqueue at once', async () => {
  const team = await db
    .insert(users)
    .values(
      Array.from({ length: 50 }, (_, number) => ({
        email: `staff${number}@many.test`,
        role: 'support' as const,
        invitedAt: new Date(),
      })),
    )
    .returning({ id: users.id })
  const people = await db
    .insert(users)
    .values(Array.from({ length: 1_000 }, (_, number) => ({ email: `partner${number}@many.test` })))
    .returning({ id: users.id })
  const ids = sql.param(people.map(({ id }) => id))
  await db.execute(sql`
    update chat_conversations set last_seq = 1, last_message_at = now(), waiting_since = now() where id = any(${ids}::uuid[])`)
  await db.execute(sql`
    insert into chat_messages (conversation_id, sender_id, message, is_support, seq, created_at)
    select id, id, 'Hello?', false, 1, now() - interval '5 minutes' from unnest(${ids}::uuid[]) as id`)
  await Promise.all(Array.from({ length: 3 }, () => enqueueUnreadEmails(deps)))
  const jobs = await takeJobs()
  expect(jobs.map(({ userId }) => userId).sort()).toEqual(team.map(({ id }) => id).sort())
  expect(jobs.map(({ conversationIds }) => conversationIds.length)).toEqual(Array(50).fill(200))
  expect(await db.$count(chatMails)).toBe(50 * 200)
  // The remaining conversations follow in the next email, to staff who have not opened the inbox.
  await passMinutes(16)
  await enqueueUnreadEmails(deps)
  const [mail] = await send((await takeJobs()).slice(0, 1))
  expect(mail?.subject).toBe('New messages from 200 partners')
  expect(await db.$count(chatMails)).toBe(50 * 400)
})
