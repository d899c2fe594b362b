import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { CalendarDay } from '#contract/calendar.ts'
import type { Notification } from '#contract/notifications/notifications.ts'
import type { SearchResults } from '#contract/search.ts'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { sessions } from '#server/db/schema/users.ts'
import { digestEmail } from '#server/features/notifications/digest/compose.ts'
import { createDigests, getDigest } from '#server/features/notifications/digest/data.ts'
import { notificationEmail } from '#server/features/notifications/emails/compose.ts'
import { collectDueEmails, listOfEmail } from '#server/features/notifications/emails/data.ts'
import { notifyOfAnnouncement } from '#server/features/notifications/notify/data.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'

const portal = await createTestApp({ withClient: 'built' })
afterAll(portal.close)

/** Creates a user who owns a partner and is a member of another, each with a task. */
const createManager = async () => {
  const [own, other, foreign] = [
    await createPartner(portal, { status: 'completed', businessName: 'Own Hall' }),
    await createPartner(portal, { status: 'completed', businessName: 'Other Hall' }),
    await createPartner(portal, { status: 'completed' }),
  ]
  const values = { partnerId: other.profile.id, userId: own.user.id, acceptedAt: new Date() }
  await portal.db.insert(partnerMembers).values(values)
  const taskOf = (partnerId: string) => createTask(portal, { partnerId })
  return {
    user: own.user,
    own: { id: own.profile.id, task: await taskOf(own.profile.id) },
    other: { id: other.profile.id, task: await taskOf(other.profile.id) },
    foreignId: foreign.profile.id,
  }
}

const named = (id: string) => ({ 'x-partner-id': id })
const tasksOf = async (browser: Browser, path = '/api/partner/tasks', headers = {}) => {
  const response = await browser.get(path, headers)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ id: string }[]>().map(({ id }) => id)
}
const partnerOf = async (browser: Browser, headers = {}) =>
  (await browser.get('/api/auth/user', headers)).json().partnerId

describe('a user of several partners', () => {
  test('reads the partner that the request names, by the header or in the address', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    expect(await tasksOf(browser)).toEqual([own.task.id])
    for (const { id, task } of [own, other]) {
      expect(await tasksOf(browser, undefined, named(id))).toEqual([task.id])
      expect(await tasksOf(browser, `/api/partner/tasks?for=${id}`)).toEqual([task.id])
      expect(await tasksOf(browser, `/api/partner/tasks?limit=5&for=${id}`)).toEqual([task.id])
    }
    expect((await browser.get(`/api/tasks/${other.task.id}`, named(own.id))).statusCode).toBe(404)
  })

  test('reads the last chosen one where no request can name it, each session for itself', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    expect(await partnerOf(browser, named(other.id))).toBe(other.id)
    expect(await tasksOf(browser)).toEqual([other.task.id])
    expect(await partnerOf(browser)).toBe(other.id)
    expect(await partnerOf(await portal.signIn(user))).toBe(own.id)
  })

  test('does not find a partner of others, nor one that they have left', async () => {
    const { user, other, foreignId } = await createManager()
    const browser = await portal.signIn(user)
    expect(await partnerOf(browser, named(other.id))).toBe(other.id)
    for (const path of ['/api/auth/user', '/api/partner/tasks', '/api/resources']) {
      expect((await browser.get(path, named(foreignId))).statusCode).toBe(404)
      expect((await browser.get(path, named('nonsense'))).statusCode).toBe(404)
    }
    const isOwn = and(eq(partnerMembers.partnerId, other.id), eq(partnerMembers.userId, user.id))
    await portal.db.delete(partnerMembers).where(isOwn)
    expect((await browser.get('/api/auth/user', named(other.id))).statusCode).toBe(404)
    expect(await partnerOf(browser)).not.toBe(other.id)
  })

  test('writes only for a partner that the request names', async () => {
    const { user, own, other, foreignId } = await createManager()
    const browser = await portal.signIn(user)
    const work = (id: string, headers = {}) =>
      browser.put(`/api/tasks/${id}`, { status: 'in_progress' }, headers)
    const refused = await work(own.task.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect((await work(own.task.id, named(other.id))).statusCode).toBe(404)
    expect((await work(own.task.id, named(foreignId))).statusCode).toBe(404)
    expect((await work(own.task.id, named(own.id))).statusCode).toBe(200)
    expect((await work(other.task.id, named(other.id))).statusCode).toBe(200)
  })

  test('is last seen at the partner that they act for, and not at the others', async () => {
    const { user, own, other } = await createManager()
    await portal.db.update(partnerMembers).set({ lastSeenAt: null }).where(eq(partnerMembers.userId, user.id))
    const browser = await portal.signIn(user)
    const seenAt = async (partnerId: string) => {
      const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
      const [row] = (await staff.get(`/api/admin/partners/${partnerId}/members`))
        .json<{ userId: string; lastSeenAt: string | null }[]>()
        .filter(({ userId }) => userId === user.id)
      const summary = (await staff.get(`/api/admin/partners/${partnerId}/summary`)).json()
      return [row?.lastSeenAt ?? null, summary.lastSeenAt]
    }
    expect(await seenAt(other.id)).toEqual([null, null])
    const seen = [expect.any(String), expect.any(String)]
    expect(await partnerOf(browser, named(other.id))).toBe(other.id)
    expect(await seenAt(other.id)).toEqual(seen)
    expect(await seenAt(own.id)).toEqual([null, null])
    // Later uses are recorded once a minute.
    await portal.db
      .update(sessions)
      .set({ lastUsedAt: new Date(0) })
      .where(eq(sessions.userId, user.id))
    await browser.get('/api/partner/tasks', named(own.id))
    await expect.poll(() => seenAt(own.id)).toEqual(seen)
  })

  test('gets the page of the partner that its address names', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    const page = async (address: string) => (await browser.get(address, { accept: 'text/html' })).body
    // A page whose data take too long comes without them.
    for (const { id } of [other, own]) {
      await expect.poll(() => page(`/?for=${id}`), { timeout: 20_000 }).toContain(`"partnerId":"${id}"`)
    }
  })
})

describe('what spans all partners of a user says which partner a thing is of, and leads there:', () => {
  const dueDate = new Date(Date.now() + 86_400_000)
  const createBusyManager = async () => {
    const { user, own, other, foreignId } = await createManager()
    const notified = await portal.signIn(user)
    const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
    const add = async (partnerId: string, taskName: string) => {
      const response = await staff.post('/api/tasks', { ...taskForm, dueDate, taskName, partnerId })
      expect(response.statusCode, response.body).toBe(201)
      return response.json<{ id: string }>().id
    }
    const tasks = [await add(own.id, 'Osprey poster'), await add(other.id, 'Osprey banner')] as const
    return { user, own, other, foreignId, tasks, browser: notified }
  }

  test('the search finds the tasks and agreements of each, and no agreement where the user does not sign', async () => {
    const { own, other, tasks, browser } = await createBusyManager()
    const found = (await browser.get('/api/search?q=osprey')).json<SearchResults>()
    expect(
      found.tasks.map(({ id, partnerId, businessName }) => [id, partnerId, businessName]).sort(),
    ).toEqual(
      [
        [tasks[0], own.id, 'Own Hall'],
        [tasks[1], other.id, 'Other Hall'],
      ].sort(),
    )
    const { agreements } = (
      await browser.get('/api/search?q=agreement', named(other.id))
    ).json<SearchResults>()
    expect(new Set(agreements.map(({ partnerId }) => partnerId))).toEqual(new Set([own.id]))
  })

  test('the calendar has the entries of all, and only those of one on request', async () => {
    const { own, other, foreignId, tasks, browser } = await createBusyManager()
    const day = (at: number) => new Date(at).toISOString().slice(0, 10)
    const range = `from=${day(Date.now())}&to=${day(Date.now() + 3 * 86_400_000)}`
    const entriesOf = async (query: string) =>
      (await browser.get(`/api/calendar?${query}`))
        .json<{ days: CalendarDay[] }>()
        .days.flatMap(({ entries }) => entries)
        .filter(({ name }) => name.startsWith('Osprey'))
        .map(({ id, partner }) => [id, partner?.businessName])
    expect((await entriesOf(range)).sort()).toEqual(
      [
        [tasks[0], 'Own Hall'],
        [tasks[1], 'Other Hall'],
      ].sort(),
    )
    expect(await entriesOf(`${range}&partnerId=${own.id}`)).toEqual([[tasks[0], undefined]])
    expect(await entriesOf(`${range}&partnerId=${other.id}`)).toEqual([[tasks[1], undefined]])
    expect((await browser.get(`/api/calendar?${range}&partnerId=${foreignId}`)).statusCode).toBe(404)
  })

  test('the feed has the tasks of all, with the business and a link to the partner', async () => {
    const { other, tasks, browser } = await createBusyManager()
    const { feed } = (await browser.post('/api/calendar/feed', {}, named(other.id))).json()
    const file = (await portal.visit().get(new URL(feed.url).pathname)).body.replaceAll('\r\n ', '')
    expect(file).toContain('Due: Osprey poster (Own Hall)')
    expect(file).toContain('Due: Osprey banner (Other Hall)')
    expect(file).toContain(`/?task=${tasks[1]}&for=${other.id}`)
  })

  test('the bell and the email name the partner, except for what all partners have', async () => {
    const { user, own, other, browser } = await createBusyManager()
    const { id } = await createAnnouncement(portal, { title: 'Closed on Friday' })
    await notifyOfAnnouncement(portal.db, id)
    const rows = (await browser.get('/api/notifications')).json<Notification[]>()
    expect(rows.map(({ title, partner }) => [title, partner])).toEqual([
      ['Closed on Friday', null],
      ['New task: Osprey banner', { id: other.id, businessName: 'Other Hall' }],
      ['New task: Osprey poster', { id: own.id, businessName: 'Own Hall' }],
    ])
    // Staff who view the portal as this person of one partner see what is of that partner.
    const viewer = await portal.signIn(await createUser(portal, { role: 'support' }))
    const viewing = await viewer.post(`/api/admin/partners/${own.id}/view`, { userId: user.id })
    expect(viewing.statusCode, viewing.body).toBe(204)
    const shown = (await viewer.get('/api/notifications')).json<Notification[]>()
    expect(shown.map(({ title }) => title)).toEqual(['Closed on Friday', 'New task: Osprey poster'])
    const [email] = await collectDueEmails(portal.db, new Date(Date.now() + 3_600_000), 1_000).then((all) =>
      all.filter(({ userId }) => userId === user.id),
    )
    const [first, ...others] = await listOfEmail(portal.db, email?.logId ?? '')
    if (!first) throw new Error('the email is empty')
    const { content } = notificationEmail([first, ...others], 'https://portal.example.com')
    expect(content.items?.map(({ label, url }) => [label, url.replace(/=[^=]*&/, '=…&')])).toEqual([
      ['New task: Osprey poster · Own Hall', `https://portal.example.com/?task=…&for=${own.id}`],
      ['New task: Osprey banner · Other Hall', `https://portal.example.com/?task=…&for=${other.id}`],
      ['Closed on Friday', `https://portal.example.com/?announcement=${id}`],
    ])
  })

  test('the weekly digest has the tasks of all, and no longer those of a partner that the user has left', async () => {
    const { user, own, other } = await createManager()
    const monday = new Date('2031-03-03T20:00:00Z')
    for (const { id } of [own, other]) {
      await createTask(portal, {
        partnerId: id,
        taskName: 'Osprey',
        dueDate: new Date('2031-03-04T12:00:00Z'),
      })
    }
    // A partner in onboarding has no part in the digest, but a page without a name could be for it.
    const onboarding = await createPartner(portal, { status: 'documents' })
    const third = { partnerId: onboarding.profile.id, userId: user.id, acceptedAt: new Date() }
    await portal.db.insert(partnerMembers).values(third)
    await createDigests(portal.db, monday, 1_000)
    const itemsOf = async () => {
      const digest = await getDigest(portal.db, user.id)
      if (!digest) throw new Error('there is no digest')
      const { items } = digestEmail('Your week', digest, 'https://portal.example.com')
      return items
        ?.filter(({ label }) => label.startsWith('Osprey'))
        .map(({ label, url }) => [label, url.split('&')[1]])
    }
    expect(await itemsOf()).toEqual(
      expect.arrayContaining([
        ['Osprey · Own Hall', `for=${own.id}`],
        ['Osprey · Other Hall', `for=${other.id}`],
      ]),
    )
    const isOther = and(eq(partnerMembers.partnerId, other.id), eq(partnerMembers.userId, user.id))
    await portal.db.delete(partnerMembers).where(isOther)
    expect(JSON.stringify(await getDigest(portal.db, user.id))).not.toContain(other.id)
    expect((await itemsOf())?.map(([label]) => label)).toEqual(['Osprey · Own Hall'])
  })
})

test('staff and users of one partner need not name one', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const task = await createTask(portal, { partnerId: profile.id })
  const browser = await portal.signIn(user)
  expect((await browser.put(`/api/tasks/${task.id}`, { status: 'in_progress' })).statusCode).toBe(200)
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const response = await staff.get('/api/admin/tasks', named(profile.id))
  expect(response.statusCode).toBe(200)
})
