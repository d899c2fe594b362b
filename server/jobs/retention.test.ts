import { eq, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { chatConversations, chatMessages, chatNotes } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { createTestApp, type TestApp } from '#test/app.ts'
import { createPartner, createUpload, createUser } from '#test/factories.ts'
import { storedFiles } from '#test/stored-files.ts'
import { sweep } from './sweep.ts'

const portal = await createTestApp({ settings: { EMAIL_LOG_DAYS: '30', CLOSED_CONVERSATION_DAYS: '60' } })
const { db } = portal
const unlimited = await createTestApp()
afterAll(async () => {
  await portal.close()
  await unlimited.close()
})

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Sets the age of a user's conversation, as if nothing had been written since. */
const setAge = async ({ user }: { user: { id: string } }, days: number) => {
  for (const { db } of [portal, unlimited]) {
    const ofUser = eq(chatConversations.id, user.id)
    await db
      .update(chatConversations)
      .set({ lastMessageAt: daysAgo(days) })
      .where(ofUser)
    await db
      .update(chatNotes)
      .set({ createdAt: daysAgo(days) })
      .where(eq(chatNotes.conversationId, user.id))
  }
}

/** Creates a conversation with a message, its file and a note. It was closed this many days ago, or is open if null. */
const createConversation = async (portal: TestApp, closedDays: number | null) => {
  const { user } = await createPartner(portal)
  const file = await createUpload(portal, { userId: user.id, purpose: 'chat', state: 'registered' })
  const sender = { ...user, sid: '' } as never
  await sendMessage(portal.deps, sender, user.id, { message: 'Hello', file: { filePath: file.objectKey } })
  await portal.db.insert(chatNotes).values({ conversationId: user.id, note: 'A note', afterSeq: 1, seq: 1 })
  const closedAt = closedDays === null ? null : daysAgo(closedDays)
  await portal.db.update(chatConversations).set({ closedAt }).where(eq(chatConversations.id, user.id))
  await setAge({ user }, closedDays ?? 0)
  return { user, sender, key: file.objectKey }
}
const messagesOf = ({ user }: { user: { id: string } }) =>
  db.$count(chatMessages, eq(chatMessages.conversationId, user.id))

describe('closed conversations', () => {
  test('lose messages, notes and files after the set number of days, unlike open and recent ones', async () => {
    const [old, recent, open] = [
      await createConversation(portal, 61),
      await createConversation(portal, 59),
      await createConversation(portal, null),
    ]
    await sweep(portal.deps)
    expect(await Promise.all([old, recent, open].map(messagesOf))).toEqual([0, 1, 1])
    expect(await db.$count(chatNotes, eq(chatNotes.conversationId, old.user.id))).toBe(0)
    const stored = (await storedFiles(portal)).join()
    expect(stored).not.toContain(old.key)
    for (const { key } of [recent, open]) expect(stored).toContain(key)

    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const listed = await staff.get('/api/chat/conversations?filter=closed&limit=10')
    expect(listed.json().map(({ id }: { id: string }) => id)).toEqual([recent.user.id])
    expect(listed.headers['x-total-count']).toBe('1')

    // The numbering continues, so that the message is new to every client.
    const next = await sendMessage(portal.deps, old.sender, old.user.id, { message: 'Hello again' })
    expect(next.seq).toBe(2)
    await sweep(portal.deps)
    expect(await messagesOf(old)).toBe(1)
    expect((await staff.get('/api/chat/conversations?filter=open&limit=10')).json()).toHaveLength(2)
  })

  test('in which staff have written since are kept, and a note after the clearing is deleted, too', async () => {
    const written = await createConversation(portal, 61)
    const team = { ...(await createUser(portal, { role: 'support' })), sid: '' } as never
    await sendMessage(portal.deps, team, written.user.id, { message: 'Your event moved to Friday' })
    const noted = await createConversation(portal, 61)
    const note = { conversationId: noted.user.id, note: 'Called them', afterSeq: 1 }
    await db.insert(chatNotes).values({ ...note, seq: 2 })
    await sweep(portal.deps)
    expect(await Promise.all([written, noted].map(messagesOf))).toEqual([2, 1])

    await db.update(chatNotes).set({ createdAt: daysAgo(61) })
    await sweep(portal.deps)
    expect(await messagesOf(noted)).toBe(0)
    await db.insert(chatNotes).values({ ...note, seq: 3, createdAt: daysAgo(60) })
    await sweep(portal.deps)
    expect(await db.$count(chatNotes, eq(chatNotes.conversationId, noted.user.id))).toBe(0)
  })

  test('are kept forever by default', async () => {
    const { user } = await createConversation(unlimited, 4000)
    await sweep(unlimited.deps)
    expect(await unlimited.db.$count(chatMessages, eq(chatMessages.conversationId, user.id))).toBe(1)
  })
})

describe('the email log', () => {
  const add = ({ db }: TestApp, recipient: string, days: number) =>
    db
      .insert(emailNotificationLogs)
      .values({ recipient, subject: 'Hi', type: 'welcome', createdAt: daysAgo(days) })
  const left = async ({ db }: TestApp) =>
    (await db.select().from(emailNotificationLogs)).map(({ recipient }) => recipient)

  test('is kept for the set number of days, 180 by default', async () => {
    await add(portal, 'old@example.test', 31)
    await add(portal, 'recent@example.test', 29)
    await add(unlimited, 'old@example.test', 181)
    await add(unlimited, 'recent@example.test', 179)
    for (const each of [portal, unlimited]) {
      await sweep(each.deps)
      expect(await left(each)).toEqual(['recent@example.test'])
    }
  })

  test('is deleted in batches', async () => {
    await db.execute(sql`
      insert into email_notification_logs (recipient, subject, type, created_at)
      select 'many@example.test', 'Hi', 'welcome', now() - interval '40 days' from generate_series(1, 12000)`)
    await sweep(portal.deps)
    expect(await left(portal)).toEqual(['recent@example.test'])
  })
})
