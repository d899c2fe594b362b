import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { EmailSwitch } from '#contract/notifications/kinds.ts'
import { switchesOffAtFirst } from '#contract/notifications/kinds.ts'
import { userEmailPreferences } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createEmail } from '#test/emails.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const emailTo = async (user: { id: string; email: string } | null, type: string) => {
  const email = await createEmail(portal, user, { type })
  return { ...email, url: `/unsubscribe?token=${email.unsubscribeToken}` }
}

/** Returns the switches that a user has turned off, without those that are off at first. */
const offOf = async (userId: string) => {
  const [row] = await db.select().from(userEmailPreferences).where(eq(userEmailPreferences.userId, userId))
  return (row?.emailOff ?? []).filter((name) => !switchesOffAtFirst.some((each) => each === name))
}

const oneClick = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' }
const click = (
  url: string,
  headers: Record<string, string> = oneClick,
  body = 'List-Unsubscribe=One-Click',
) => portal.app.inject({ method: 'POST', url, headers, payload: body })

describe('the link of an email', () => {
  test('opens a page that asks, and changes nothing', async () => {
    const user = await createUser(portal)
    const { url } = await emailTo(user, 'task_assigned')
    const page = await portal.visit().get(`${url}&utm_source=scanner`)
    expect(page.statusCode).toBe(200)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['cache-control']).toBe('no-store')
    expect(page.headers['referrer-policy']).toBe('no-referrer')
    expect(page.headers['content-security-policy']).toContain("form-action 'self'; frame-ancestors 'none'")
    expect(page.body).toContain('New tasks')
    expect(page.body).not.toContain(user.email)
    expect(page.body).not.toContain('<script')
    expect(await offOf(user.id)).toEqual([])
  })

  test('unsubscribes from its kind and nothing else, without a session, however often it is used', async () => {
    const [user, other] = [await createUser(portal), await createUser(portal)]
    await db.insert(userEmailPreferences).values({ userId: user.id, emailOff: ['weeklyDigests'] })
    const { url } = await emailTo(user, 'task_reminder')
    for (const _ of [1, 2]) {
      const response = await click(url)
      expect(response.statusCode).toBe(200)
      expect(response.body).toContain('Task reminders')
    }
    expect((await offOf(user.id)).sort()).toEqual(['taskReminders', 'weeklyDigests'])
    expect(await offOf(other.id)).toEqual([])
  })

  test.each([
    ['the form of the page', { 'content-type': 'application/x-www-form-urlencoded' }, ''],
    ['a multipart body', { ...oneClick, 'content-type': 'multipart/form-data; boundary=b' }, '--b--'],
    ['JSON that is broken', { ...oneClick, 'content-type': 'application/json' }, '{'],
    ['no body', { origin: 'https://mail.example.com' }, ''],
  ])('is taken with %s', async (_what, headers, body) => {
    const user = await createUser(portal)
    const response = await click((await emailTo(user, 'chat')).url, headers, body)
    expect(response.statusCode).toBe(200)
    expect(await offOf(user.id)).toEqual(['chatMessages'])
  })

  test.each([
    ['welcome', 'welcomeEmails'],
    ['reminder', 'taskReminders'],
    ['weekly_digest', 'weeklyDigests'],
    ['announcement', 'announcementEmails'],
    ['agreement_waiting', 'agreementEmails'],
    ['agreement_changed', 'agreementUpdates'],
    ['agreement_attention', 'agreementUpdates'],
    ['role_changed', 'roleChangeNotifications'],
    ['resource_added', 'resourceNotifications'],
    ['task_overdue', 'taskOverdue'],
    ['task_work', 'taskUpdates'],
  ])('of an email of type %s turns off %s', async (type, name) => {
    const user = await createUser(portal)
    await click((await emailTo(user, type)).url)
    expect(await offOf(user.id)).toEqual([name])
  })

  test('of an email of several kinds turns off those kinds', async () => {
    const user = await createUser(portal)
    const switches: EmailSwitch[] = ['announcementEmails', 'taskAssignments']
    const content = { heading: '3 updates', paragraphs: [], switches }
    const { unsubscribeToken } = await createEmail(portal, user, { type: 'notifications', content })
    const url = `/unsubscribe?token=${unsubscribeToken}`
    expect((await portal.visit().get(url)).body).toMatch(/Announcements.*New tasks/s)
    expect((await click(url)).statusCode).toBe(200)
    expect((await offOf(user.id)).sort()).toEqual(switches)
  })
})

describe('a link', () => {
  test.each([
    ['without a token', '/unsubscribe'],
    ['with an empty token', '/unsubscribe?token='],
    ['with a malformed token', '/unsubscribe?token=%3Cb%3E'],
    ['with an unknown token', `/unsubscribe?token=${crypto.randomUUID()}`],
  ])('%s is answered with a page that says so', async (_what, url) => {
    for (const response of [await portal.visit().get(url), await click(url)]) {
      expect(response.statusCode).toBe(404)
      expect(response.body).toContain('Link not found')
      expect(response.body).not.toContain('<b>')
    }
  })

  test('with a token that is too long or comes twice is refused', async () => {
    for (const url of [`/unsubscribe?token=${'a'.repeat(101)}`, '/unsubscribe?token=a&token=b']) {
      expect((await portal.visit().get(url)).statusCode).toBe(400)
      expect((await click(url)).statusCode).toBe(400)
    }
  })

  test('of an email about security, or to nobody, unsubscribes from nothing', async () => {
    const user = await createUser(portal)
    for (const email of [
      await emailTo(user, 'sign_in_code'),
      await emailTo(user, 'new_browser'),
      await emailTo(null, 'chat'),
    ]) {
      expect((await portal.visit().get(email.url)).statusCode).toBe(404)
      expect((await click(email.url)).statusCode).toBe(404)
    }
    expect(await offOf(user.id)).toEqual([])
  })

  test('with a large body is refused', async () => {
    const user = await createUser(portal)
    const { url } = await emailTo(user, 'chat')
    expect((await click(url, oneClick, 'a'.repeat(5000))).statusCode).toBe(413)
    expect(await offOf(user.id)).toEqual([])
  })
})
