import 'temporal-polyfill/global'
import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { calendarFeeds } from '#server/db/schema/calendar-feeds.ts'
import { obligations } from '#server/db/schema/obligations.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { sessions, users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import type { Browser } from '#test/browser.ts'
import { createActivation, createPartner, createTask, createUser } from '#test/factories.ts'
import { createObligation } from '#test/obligations.ts'
import { createTaskDefinition } from '#test/shared-rows.ts'

const portal = await createTestApp({ settings: { COMPANY_NAME: 'Harbor Health' } })
const { db } = portal
afterAll(portal.close)

const url = '/api/calendar/feed'
const dayMs = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * dayMs)

const createFeed = async (browser: Browser) => {
  const response = await browser.post(url, undefined)
  expect(response.statusCode, response.body).toBe(200)
  return new URL(response.json().feed.url).pathname
}
const newReader = async (made: Awaited<ReturnType<typeof createPartner>>) => {
  const browser = await portal.signIn(made.user)
  return { ...made, partnerId: made.profile.id, browser, address: await createFeed(browser) }
}
const newPartner = async (group?: string) =>
  newReader(await createPartner(portal, group ? { user: { partnerGroup: group } } : {}))
const newStaff = async () => {
  const user = await createUser(portal, { role: 'support', firstName: 'Bea', lastName: 'Reed' })
  const browser = await portal.signIn(user)
  return { user, browser, address: await createFeed(browser) }
}

const feedAt = async (address: string) => {
  const response = await portal.visit().get(address)
  expect(response.statusCode, response.body).toBe(200)
  return new ICAL.Component(ICAL.parse(response.body))
}
const eventsAt = async (address: string) => eventsOf(await feedAt(address))
const eventsIn = (text: string) => eventsOf(new ICAL.Component(ICAL.parse(text)))
const eventsOf = (calendar: ICAL.Component) =>
  calendar.getAllSubcomponents('vevent').map((component) => {
    const { uid, summary, startDate, endDate, sequence } = new ICAL.Event(component)
    const value = (name: string) => String(component.getFirstPropertyValue(name))
    return { uid, summary, start: startDate.toJSDate(), end: endDate.toJSDate(), sequence, value }
  })
const summariesAt = async (address: string) => (await eventsAt(address)).map(({ summary }) => summary).sort()

describe('the address of a calendar', () => {
  test('is private to its user, and can be replaced and removed', async () => {
    const { user } = await createPartner(portal)
    const browser = await portal.signIn(user)
    expect((await browser.get(url)).json()).toEqual({ feed: null })
    const first = await createFeed(browser)
    expect(first).toMatch(/^\/calendar\/[\w-]{43}\.ics$/)
    const { feed } = (await browser.get(url)).json()
    expect(feed.url).toBe(`${portal.deps.settings.baseUrl}${first}`)
    expect((await portal.visit().get(first)).statusCode).toBe(200)

    const second = await createFeed(browser)
    expect(second).not.toBe(first)
    expect((await portal.visit().get(first)).statusCode).toBe(404)
    expect((await portal.visit().get(second)).statusCode).toBe(200)

    expect((await browser.remove(url)).statusCode).toBe(204)
    expect((await browser.remove(url)).statusCode).toBe(204)
    expect((await portal.visit().get(second)).statusCode).toBe(404)
    expect((await browser.get(url)).json()).toEqual({ feed: null })
    expect(await auditEventsOf(portal, user)).toEqual([])
  })

  test('of staff is in the audit log when it is created, replaced and removed, without the address itself', async () => {
    const { user, browser } = await newStaff()
    const address = await createFeed(browser)
    await browser.remove(url)
    await browser.remove(url)
    const events = await auditEventsOf(portal, user)
    expect(events.map(({ action }) => action).sort()).toEqual([
      'calendar_feed.created',
      'calendar_feed.removed',
      'calendar_feed.renewed',
    ])
    expect(JSON.stringify(events)).not.toContain(address.slice(10, 50))
  })

  test('is created only once, however often it is requested at the same time', async () => {
    const { browser, user, address } = await newPartner()
    const responses = await Promise.all(Array.from({ length: 8 }, () => createFeed(browser)))
    const works = await Promise.all(
      [address, ...responses].map(async (each) => (await portal.visit().get(each)).statusCode === 200),
    )
    expect(works.filter(Boolean)).toHaveLength(1)
    expect(await db.$count(calendarFeeds, eq(calendarFeeds.userId, user.id))).toBe(1)
  })

  test('is not created in an old session without a confirmation', async () => {
    const { user } = await createPartner(portal)
    const browser = await portal.signIn(user)
    const long = { signedInAt: inDays(-2), verifiedAt: inDays(-2) }
    await db.update(sessions).set(long).where(eq(sessions.userId, user.id))
    const response = await browser.post(url, undefined)
    expect([response.statusCode, response.json().code]).toEqual([403, 'step_up_required'])
    expect((await browser.get(url)).json()).toEqual({ feed: null })
  })

  test('is neither shown to nor changed by staff who view the portal as the partner', async () => {
    const { profile, address } = await newPartner()
    const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
    await browser.post(`/api/admin/partners/${profile.id}/view`, undefined)
    expect((await browser.get(url)).statusCode).toBe(403)
    expect((await browser.post(url, undefined)).statusCode).toBe(403)
    expect((await browser.remove(url)).statusCode).toBe(403)
    expect((await portal.visit().get(address)).statusCode).toBe(200)
  })

  test.each(['x'.repeat(43), 'x'.repeat(42), '', '%00'.repeat(43), `${'x'.repeat(40)}'--`])(
    'leads nowhere with the token %j',
    async (token) => {
      expect((await portal.visit().get(`/calendar/${token}.ics`)).statusCode).toBe(404)
    },
  )

  test('stops while its user is disabled', async () => {
    const { user, address } = await newPartner()
    const set = (disabledAt: Date | null) => db.update(users).set({ disabledAt }).where(eq(users.id, user.id))
    await set(new Date())
    expect((await portal.visit().get(address)).statusCode).toBe(404)
    await set(null)
    expect((await portal.visit().get(address)).statusCode).toBe(200)
  })

  test('is in no line of the log, sets no cookie and is not cached', async () => {
    const { address, browser } = await newPartner()
    const response = await browser.get(address)
    expect(response.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'cache-control': 'private, no-store',
    })
    expect(response.headers).not.toHaveProperty('set-cookie')
    await portal.visit().get(address.replace('.ics', 'x.ics'))
    expect(JSON.stringify(portal.log.lines)).not.toContain(address.slice(10, 50))
    expect(portal.log.lines).toContainEqual(
      expect.objectContaining({ route: '/calendar/:token.ics', status: 200 }),
    )
  })

  test('sends a 304 to a program that has the current file, until something changes', async () => {
    const { address, partnerId } = await newPartner()
    const reader = portal.visit()
    const { etag } = (await reader.get(address)).headers
    const again = (tag: unknown) => reader.get(address, { 'if-none-match': String(tag) })
    const known = await again(etag)
    expect([known.statusCode, known.body]).toEqual([304, ''])
    expect((await again(`"other", W/${etag}`)).statusCode).toBe(304)
    await createTask(portal, { partnerId, dueDate: inDays(3) })
    expect((await again(etag)).statusCode).toBe(200)
  })

  test('is refused to a network that reads too often', async () => {
    const { address } = await newPartner()
    const reader = portal.visit('198.51.100.77')
    const { rows } = await db.execute(
      `insert into rate_limits (key, points, expire)
       values ('calendar-feed:198.51.100.77', 600, (extract(epoch from now()) * 1000)::bigint + 60000) returning key`,
    )
    expect(rows).toHaveLength(1)
    const response = await reader.get(address)
    expect(response.statusCode).toBe(429)
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect((await portal.visit().get(address)).statusCode).toBe(200)
  })
})

describe('the feed of a partner', () => {
  test('is a calendar in which ten in the morning stays ten across a change of summer time', async () => {
    const { address, partnerId } = await newPartner()
    const newYork = (date: Date) =>
      Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO('America/New_York')
    const tenOn = (days: number) => {
      const ten = newYork(inDays(days)).toPlainDate().toZonedDateTime({
        timeZone: 'America/New_York',
        plainTime: '10:00',
      })
      return new Date(ten.epochMilliseconds)
    }
    const from = tenOn(1)
    // This is the first day with another UTC offset than tomorrow.
    const days = Array.from({ length: 300 }, (_, day) => day).find(
      (day) => newYork(tenOn(day)).offset !== newYork(from).offset,
    )
    const to = tenOn(days ?? 0)
    const activation = await createActivation(portal, {
      partnerId,
      name: 'Long\nweekend',
      activationDate: from,
      endsAt: to,
      place: '<b>Hall</b>, north',
    })
    const task = await createTask(portal, { partnerId, taskName: 'Hang it', dueDate: to })
    const calendar = await feedAt(address)
    expect(String(calendar.getFirstPropertyValue('x-wr-calname'))).toBe('Harbor Health Partner Portal')
    expect(String(calendar.getFirstPropertyValue('refresh-interval'))).toBe('PT1H')
    const [first, second, ...others] = await eventsAt(address)
    expect(others).toEqual([])
    expect(first).toMatchObject({ uid: activation.id, summary: 'Long\nweekend', start: from, end: to })
    expect(second).toMatchObject({ uid: task.id, summary: 'Due: Hang it', start: to })
    const shown = [first?.start, second?.start].map((date) => newYork(date ?? from))
    expect(shown.map(({ hour }) => hour)).toEqual([10, 10])
    expect(shown[0]?.offset).not.toBe(shown[1]?.offset)
    expect(first?.value('location')).toBe('<b>Hall</b>, north')
    expect(second?.value('url')).toBe(`${portal.deps.settings.baseUrl}/?task=${task.id}`)
  })

  test('keeps the id of an event that changes, with a higher sequence, and drops what is completed, deleted or too old', async () => {
    const { address, partnerId } = await newPartner()
    const task = await createTask(portal, { partnerId, taskName: 'Hang it', dueDate: inDays(2) })
    await createTask(portal, { partnerId, taskName: 'Gone', dueDate: inDays(2), deletedAt: new Date() })
    await createTask(portal, { partnerId, taskName: 'Old', dueDate: inDays(-91) })
    await createTask(portal, { partnerId, taskName: 'Overdue', dueDate: inDays(-89) })
    await createActivation(portal, { partnerId, name: 'Far', activationDate: inDays(549) })
    await createActivation(portal, {
      partnerId,
      name: 'Over',
      activationDate: inDays(-99),
      endsAt: inDays(-91),
    })
    await createActivation(portal, {
      partnerId,
      name: 'Season',
      activationDate: inDays(-99),
      endsAt: inDays(5),
    })
    expect(await summariesAt(address)).toEqual(['Due: Hang it', 'Due: Overdue', 'Season'])
    const before = (await eventsAt(address)).find(({ uid }) => uid === task.id)
    const change = { taskName: 'Hang both', dueDate: inDays(4), updatedAt: new Date(Date.now() + 5000) }
    await db.update(partnerTasks).set(change).where(eq(partnerTasks.id, task.id))
    const after = (await eventsAt(address)).find(({ uid }) => uid === task.id)
    expect(after?.summary).toBe('Due: Hang both')
    expect(after?.sequence).toBeGreaterThan(before?.sequence ?? Number.NaN)
    await db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.id, task.id))
    expect(await summariesAt(address)).toEqual(['Due: Overdue', 'Season'])
  })

  test('shortens long instructions between whole characters, while a download has the full text', async () => {
    const { address, partnerId, browser } = await newPartner()
    const instructions = 'Ä 🎉'.repeat(1000)
    const { id } = await createTask(portal, { partnerId, instructions, dueDate: inDays(2) })
    const [event] = await eventsAt(address)
    const text = event?.value('description') ?? ''
    expect(text).toMatch(/^(Ä 🎉)+.{0,3}…$/u)
    expect(text.isWellFormed() && text.length <= 500).toBe(true)
    const [whole] = eventsIn((await browser.get(`/api/tasks/${id}/calendar`)).body)
    expect(whole?.value('description')).toBe(instructions)
  })

  test('has what agreements ask, without amounts, as long as it is open', async () => {
    const { address, partnerId } = await newPartner()
    const other = await newPartner()
    const dueOn = inDays(9).toISOString().slice(0, 10)
    const owed = { owedBy: 'company', kind: 'balance', amountCents: 625_000, timeZone: 'UTC', dueOn } as const
    const { documentId } = await createObligation(portal, { partnerId, ...owed })
    const [event, ...others] = await eventsAt(address)
    expect(others).toEqual([])
    expect(event).toMatchObject({ summary: 'Due: Balance', start: new Date(`${dueOn}T12:00:00Z`) })
    expect(event?.value('url')).toContain(`/?agreement=${documentId}`)
    expect(await summariesAt(other.address)).toEqual([])
    await db.update(obligations).set({ status: 'done' }).where(eq(obligations.documentId, documentId))
    expect(await summariesAt(address)).toEqual([])
  })

  test('has nothing of another partner, of another group or of staff', async () => {
    const [one, other] = [await newPartner('Coast'), await newPartner('Inland')]
    await createTask(portal, { partnerId: other.partnerId, dueDate: inDays(1) })
    await createActivation(portal, { partnerId: other.partnerId, activationDate: inDays(1) })
    await createTaskDefinition(portal, { dueDate: inDays(1) })
    const form = { taskType: 'physical' as const, timeZone: 'UTC', leadDays: 3, frequency: 'weekly' as const }
    const startsAt = inDays(7)
    const [series] = await db
      .insert(taskSeries)
      .values({ ...form, taskName: 'Inland only', assignedGroup: 'Inland', startsAt, nextDueAt: startsAt })
      .returning()
    expect(await summariesAt(one.address)).toEqual([])
    expect(await summariesAt(other.address)).toContain('Planned: Inland only')
    const planned = (await eventsAt(other.address)).filter(({ summary }) => summary.startsWith('Planned'))
    expect(new Set(planned.map(({ uid }) => uid)).size).toBe(planned.length)
    expect(planned.length).toBeGreaterThan(70)
    expect(planned[0]?.value('status')).toBe('TENTATIVE')
    // Leaving the group removes its tasks at once.
    await db.update(users).set({ partnerGroup: null }).where(eq(users.id, other.user.id))
    expect((await summariesAt(other.address)).join()).not.toContain('Planned')
    await db.delete(taskSeries).where(eq(taskSeries.id, series?.id ?? ''))
  })
})

describe('the feed of staff', () => {
  test('has all activations, the tasks that they are responsible for, and open tasks for several partners', async () => {
    const { user, address } = await newStaff()
    const { profile } = await createPartner(portal, { businessName: 'Bay Hall' })
    const partnerId = profile.id
    const dueDate = inDays(6)
    await createActivation(portal, { partnerId, name: 'Fair', activationDate: inDays(5) })
    await createTask(portal, { partnerId, taskName: 'Mine', dueDate, ownerId: user.id })
    await createTask(portal, { partnerId, taskName: 'Of nobody', dueDate })
    const shared = await createTaskDefinition(portal, { taskName: 'Everywhere', dueDate })
    const part = { partnerId, definitionId: shared.id, taskName: 'Everywhere', dueDate, ownerId: user.id }
    const { id } = await createTask(portal, part)
    const summaries = (await summariesAt(address)).join()
    for (const summary of ['Fair (Bay Hall)', 'Due: Mine (Bay Hall)', 'Due: Everywhere']) {
      expect(summaries).toContain(summary)
    }
    expect(summaries).not.toMatch(/Of nobody|Everywhere \(/)
    await db.update(partnerTasks).set({ status: 'completed' }).where(eq(partnerTasks.id, id))
    expect((await summariesAt(address)).join()).not.toContain('Everywhere')
  })

  test('becomes the feed of a partner at the next request after the role has changed', async () => {
    const { user, address } = await newStaff()
    const { profile } = await createPartner(portal)
    const { id } = await createActivation(portal, {
      partnerId: profile.id,
      name: 'Theirs',
      activationDate: inDays(5),
    })
    expect((await summariesAt(address)).join()).toContain('Theirs')
    await db.update(users).set({ role: 'user' }).where(eq(users.id, user.id))
    expect(await summariesAt(address)).toEqual([])
    await db.delete(partnerActivations).where(eq(partnerActivations.id, id))
  })
})
