import { and, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { mentionOf } from '#contract/mentions.ts'
import {
  type EmailSwitch,
  emailSwitches,
  notificationKinds,
  switchesOffAtFirst,
  switchOfKind,
} from '#contract/notifications/kinds.ts'
import { notify } from '#server/bus/data.ts'
import { chatMessages } from '#server/db/schema/chat.ts'
import { emailNotificationLogs } from '#server/db/schema/emails.ts'
import { webhookEndpoints } from '#server/db/schema/webhooks.ts'
import { sendMessage } from '#server/features/chat/actions.ts'
import { enqueueUnreadEmails } from '#server/features/chat/unread-emails/actions.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { startMailServer } from '#test/smtp.ts'
import { createDelivery, createEndpoint, startReceiver } from '#test/webhooks.ts'
import { sendDueDigests } from '../digest/actions.ts'
import { savePreferences } from '../preferences/data.ts'
import { sendDueNotifications } from './actions.ts'

const server = await startMailServer()
const portal = await createTestApp({
  settings: { SMTP_URL: server.url, WEBHOOK_PRIVATE_ADDRESSES: 'on' },
  runsJobs: true,
})
const { db, deps } = portal
afterAll(async () => {
  await portal.close()
  await server.stop()
})

const staff = await createUser(portal, { role: 'admin' })
const admin = await portal.signIn(staff)
const newPartner = () => createPartner(portal, { status: 'completed', onPaper: true })
type User = Awaited<ReturnType<typeof createUser>>

interface Kind {
  type: string
  own: EmailSwitch
  /** Creates the reader of the email, and returns what causes the email. */
  reader: () => Promise<{ user: User; cause: () => Promise<unknown> }>
}

/** The emails other than the notifications to partners, which `emails.test.ts` tests with every switch. */
const kinds: Kind[] = [
  {
    type: 'task_work',
    own: 'taskUpdates',
    async reader() {
      const { profile, user: partner } = await newPartner()
      const user = await createUser(portal, { role: 'support' })
      const task = await createTask(portal, { partnerId: profile.id, ownerId: user.id })
      const cause = async () => {
        const browser = await portal.signIn(partner)
        const response = await browser.post(`/api/tasks/${task.id}/comments`, { body: 'Hello?' })
        expect(response.statusCode, response.body).toBe(201)
        await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
      }
      return { user, cause }
    },
  },
  {
    type: 'agreement_attention',
    own: 'agreementUpdates',
    async reader() {
      const { user: partner, documents } = await createPartner(portal)
      const user = await createUser(portal, { role: 'support' })
      const cause = async () => {
        const browser = await portal.signIn(partner)
        const url = `/api/partner/documents/${documents[0]?.id}/decline`
        const response = await browser.post(url, { reason: 'Not like this' })
        expect(response.statusCode, response.body).toBe(200)
        await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
      }
      return { user, cause }
    },
  },
  {
    type: 'note_mention',
    own: 'noteMentions',
    async reader() {
      const { profile } = await newPartner()
      const user = await createUser(portal, { role: 'support' })
      const cause = async () => {
        const body = `${mentionOf(user.id)} Canarynote`
        const response = await admin.post(`/api/admin/partners/${profile.id}/notes`, { kind: 'note', body })
        expect(response.statusCode, response.body).toBe(201)
        await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
        return `/admin?tab=partners&partner=${profile.id}&note=${response.json().id}`
      }
      return { user, cause }
    },
  },
  {
    type: 'handed_over',
    own: 'handoverEmails',
    async reader() {
      const user = await createUser(portal, { role: 'support' })
      const cause = async () => {
        const former = await createUser(portal, { role: 'support' })
        await createTask(portal, { ownerId: former.id })
        const response = await admin.post(`/api/admin/users/${former.id}/handover`, { toUserId: user.id })
        expect(response.statusCode, response.body).toBe(200)
        await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
      }
      return { user, cause }
    },
  },
  {
    type: 'webhook_disabled',
    own: 'webhookEmails',
    async reader() {
      const user = await createUser(portal, { role: 'admin' })
      const cause = async () => {
        await using receiver = await startReceiver()
        receiver.answer = (response) => response.writeHead(410).end()
        const { id } = await createEndpoint(portal, { url: receiver.url, events: [] })
        await createDelivery(portal, { endpointId: id, state: 'waiting', nextAttemptAt: new Date() })
        await notify(db, 'webhooks', '')
        const state = async () =>
          (await db.select().from(webhookEndpoints).where(eq(webhookEndpoints.id, id)))[0]?.state
        await expect.poll(state, { timeout: 20_000 }).toBe('gone')
        await sendDueNotifications(deps, new Date(Date.now() + 6 * 60_000))
      }
      return { user, cause }
    },
  },
  {
    type: 'chat',
    own: 'chatMessages',
    async reader() {
      const { user } = await newPartner()
      const cause = async () => {
        await sendMessage(deps, { ...staff, sid: '' } as never, user.id, { message: 'Hello' })
        await db
          .update(chatMessages)
          .set({ createdAt: sql`now() - interval '3 minutes'` as unknown as Date })
          .where(eq(chatMessages.conversationId, user.id))
        await enqueueUnreadEmails(deps)
      }
      return { user, cause }
    },
  },
  {
    type: 'reminder',
    own: 'taskReminders',
    async reader() {
      const { user, profile } = await newPartner()
      await createTask(portal, { partnerId: profile.id })
      return { user, cause: () => admin.post(`/api/admin/partners/${profile.id}/remind`, {}) }
    },
  },
  {
    type: 'welcome',
    own: 'welcomeEmails',
    async reader() {
      const user = await createUser(portal)
      return { user, cause: () => admin.post('/api/admin/users/invitations', { userIds: [user.id] }) }
    },
  },
  {
    type: 'weekly_digest',
    own: 'weeklyDigests',
    async reader() {
      const { user, profile } = await newPartner()
      await createTask(portal, { partnerId: profile.id, dueDate: new Date('2031-03-04T12:00:00Z') })
      return { user, cause: () => sendDueDigests(deps, new Date('2031-03-03T12:00:00Z')) }
    },
  },
]

/** Returns the types of the emails that a user has received, as soon as none is on its way. */
const typesTo = async ({ id, email }: User) => {
  const ofUser = eq(emailNotificationLogs.userId, id)
  const open = and(ofUser, inArray(emailNotificationLogs.status, ['queued', 'retrying']))
  await expect.poll(() => db.$count(emailNotificationLogs, open), { timeout: 20_000 }).toBe(0)
  const sent = await db
    .select({ type: emailNotificationLogs.type })
    .from(emailNotificationLogs)
    .where(and(ofUser, eq(emailNotificationLogs.status, 'sent')))
  const received = server.mails.filter(({ to }) => to?.some(({ address }) => address === email))
  expect(received).toHaveLength(sent.length)
  return sent.map(({ type }) => type)
}

describe.each(kinds)('an email of type $type', ({ type, own, reader }) => {
  test('is turned off by its switch', async () => {
    const { user, cause } = await reader()
    await savePreferences(db, user.id, { [own]: false })
    await cause()
    expect(await typesTo(user)).toEqual([])
  })

  test('is turned off by no other switch', async () => {
    const { user, cause } = await reader()
    const others = emailSwitches.filter((name) => name !== own)
    await savePreferences(db, user.id, Object.fromEntries(others.map((name) => [name, false])))
    await cause()
    expect(await typesTo(user)).toEqual([type])
  })
})

test('the email about a mention links to the note, and does not quote it', async () => {
  const { user, cause } = (await kinds.find(({ type }) => type === 'note_mention')?.reader()) ?? {}
  if (!user || !cause) throw new Error('no such email')
  const link = await cause()
  expect(await typesTo(user)).toEqual(['note_mention'])
  const mail = server.mails.find(({ to }) => to?.some(({ address }) => address === user.email))
  expect(mail?.text).toContain(link)
  expect(JSON.stringify(mail)).not.toContain('Canarynote')
})

test('every switch turns something off', () => {
  const used = new Set([
    ...notificationKinds.flatMap((kind) => switchOfKind(kind) ?? []),
    ...kinds.map(({ own }) => own),
    // The test of monthly reports switches these on and off.
    ...switchesOffAtFirst,
  ])
  expect([...used].sort()).toEqual([...emailSwitches].sort())
})
