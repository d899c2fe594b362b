import { eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { announcements } from '#server/db/schema/announcements.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { notifyOfAnnouncement } from '#server/features/notifications/notify/data.ts'
import { createAnnouncement } from '#test/announcements.ts'
import { cookieOf } from '#test/chat-client.ts'
import { type EventStream, openEvents } from '#test/event-stream.ts'
import { createPartner, createUser, profileForm } from '#test/factories.ts'
import { createTwoApps } from '#test/two-apps.ts'
import { publishDueAnnouncements } from './publish.ts'

const { first: portal, second, close } = await createTwoApps()
const { db } = portal
const url = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const open: EventStream[] = []
afterAll(async () => {
  await Promise.all(open.map((stream) => stream.close()))
  await close()
})
beforeEach(() => db.delete(announcements))

const listen = async (user: Parameters<typeof portal.signIn>[0]) => {
  const stream = await openEvents(url, cookieOf(await portal.signIn(user)))
  open.push(stream)
  return stream
}
const partnerIn = async (partnerGroup: string | null) => {
  const partner = await createPartner(portal, { status: 'completed', onPaper: true, user: { partnerGroup } })
  return { ...partner, stream: await listen(partner.user) }
}
/** Resolves when all earlier invalidations have arrived, each on its stream. */
const receiveOn = async (streams: EventStream[]) => {
  await db.execute(sql`select pg_notify('stale', 'held-files')`)
  for (const stream of streams) await stream.waitForPath('/api/held-files')
}

const aSecondAgo = () => new Date(Date.now() - 1000)
const isDue = { publishAt: aSecondAgo(), notifiedAt: null }

test('each due announcement is notified once by two processes, and others are not', async () => {
  for (let index = 0; index < 20; index++) await createAnnouncement(portal, isDue)
  const coming = await createAnnouncement(portal, { publishAt: new Date(Date.now() + 60_000) })
  await db.execute(sql`
    create or replace function count_notified() returns trigger language plpgsql as $$
    begin insert into notified_twice values (new.id); return new; end $$`)
  await db.execute(sql`create table notified_twice (id uuid primary key)`)
  await db.execute(sql`
    create trigger count_notified before update of notified_at on announcements
    for each row execute function count_notified()`)
  // The primary key makes the trigger fail if an announcement is notified twice.
  await Promise.all([portal, second, portal].map(({ deps }) => publishDueAnnouncements(deps)))
  const { rows } = await db.execute(sql`select id from notified_twice`)
  await db.execute(sql`drop trigger count_notified on announcements`)
  expect(rows).toHaveLength(20)
  expect(await db.$count(announcements, isNotNull(announcements.notifiedAt))).toBe(20)
  const [row] = await db.select().from(announcements).where(eq(announcements.id, coming.id))
  expect(row?.notifiedAt).toBeNull()
})

test('a form that was open while its announcement was published can still be saved', async () => {
  const { id, updatedAt } = await createAnnouncement(portal, isDue)
  await publishDueAnnouncements(portal.deps)
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const response = await staff.put(`/api/admin/announcements/${id}`, { title: 'Noon', updatedAt })
  expect(response.statusCode, response.body).toBe(200)
})

test('an announcement that ended before its audience was notified notifies it when a later end makes it show again', async () => {
  const { user } = await createPartner(portal)
  const { id } = await createAnnouncement(portal, { ...isDue, endsAt: new Date(Date.now() - 500) })
  await publishDueAnnouncements(portal.deps)
  const isQueued = async () => {
    const { rows } = await db.execute(sql`select from pgboss.job where data->>'id' = ${id}`)
    return rows.length > 0
  }
  expect(await isQueued()).toBe(false)
  const staff = await portal.signIn(await createUser(portal, { role: 'support' }))
  const endsAt = new Date(Date.now() + 3_600_000)
  const response = await staff.put(`/api/admin/announcements/${id}`, { endsAt })
  expect(response.statusCode, response.body).toBe(200)
  expect(await isQueued()).toBe(true)
  // The job can run any number of times without notifying a user twice.
  for (let time = 0; time < 2; time++) await notifyOfAnnouncement(db, id)
  expect(await db.$count(notifications, eq(notifications.userId, user.id))).toBe(1)
})

test('only open pages of its audience read announcements again when it is published and when it ends', async () => {
  const [coast, inland] = [await partnerIn('Coast'), await partnerIn('Inland')]
  const streams = [coast.stream, inland.stream]
  const { id } = await createAnnouncement(portal, { ...isDue, assignedGroup: 'Coast' })
  await receiveOn(streams)
  for (const stream of streams) stream.clear()

  await publishDueAnnouncements(second.deps)
  await coast.stream.waitForPath('/api/announcements')
  await receiveOn(streams)
  expect(inland.stream.paths()).toEqual(['/api/held-files'])

  // The announcement ends by its time alone, without a change that would notify pages.
  await db.update(announcements).set({ endsAt: new Date() }).where(eq(announcements.id, id))
  await coast.stream.waitForPath('/api/announcements')
  await receiveOn(streams)
  for (const stream of streams) stream.clear()
  await publishDueAnnouncements(second.deps)
  await coast.stream.waitForPath('/api/announcements')
  await receiveOn(streams)
  expect(inland.stream.paths()).toEqual(['/api/held-files'])
  // The path must contain no id, and it must not be one for staff.
  expect(coast.stream.paths().join()).not.toMatch(/admin|[0-9a-f]{8}-/)
})

test('pages of staff are notified of each reader, and pages of a partner when they create their profile', async () => {
  const staff = await listen(await createUser(portal, { role: 'support' }))
  const reader = await partnerIn(null)
  const { id } = await createAnnouncement(portal)
  await staff.waitForPath('/api/admin/announcements')
  await receiveOn([staff])
  staff.clear()
  const browser = await portal.signIn(reader.user)
  await browser.send('POST', `/api/announcements/${id}/read`)
  await staff.waitForPath('/api/admin/announcements')

  const newcomer = await createUser(portal)
  const stream = await listen(newcomer)
  const response = await (await portal.signIn(newcomer)).post('/api/partner/profile', profileForm)
  expect(response.statusCode, response.body).toBe(201)
  await stream.waitForPath('/api/announcements')
})
