import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser, taskForm } from '#test/factories.ts'
import { listOwnNotices } from '../data.ts'
import { notifyOfWhatIsDue } from './data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

/** Returns the moment of a local time in a time zone. */
const momentIn = (timeZone: string, local: string) =>
  new Date(Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds)

const partnerIn = async (timeZone: string) => {
  const partner = await createPartner(portal, { status: 'completed', onPaper: true })
  const browser = await portal.signIn(partner.user)
  expect((await browser.put('/api/account/browser-time-zone', { timeZone })).statusCode).toBe(204)
  return { ...partner, browser }
}

const titlesAt = async (userId: string, now: Date) => {
  await notifyOfWhatIsDue(db, now)
  const rows = await db
    .select({ title: notifications.title })
    .from(notifications)
    .where(and(eq(notifications.userId, userId), eq(notifications.kind, 'task_reminder')))
  return rows.map(({ title }) => title)
}

const zones = [
  'Pacific/Honolulu',
  'America/Los_Angeles',
  'America/New_York',
  'UTC',
  'Europe/Berlin',
  'Asia/Kolkata',
  'Australia/Lord_Howe',
  'Pacific/Kiritimati',
]

// An ordinary day, and those on which the clocks change in America, in Europe and on Lord Howe Island.
const days = [
  '2049-01-12',
  '2049-03-14',
  '2049-03-28',
  '2049-04-04',
  '2049-10-03',
  '2049-10-31',
  '2049-11-07',
]

describe.each(zones)('in %s', (zone) => {
  test('a task that is due in the evening is announced in the morning of that day', async () => {
    const { user, profile } = await partnerIn(zone)
    for (const day of days) {
      const at = (time: string) => momentIn(zone, `${day}T${time}`)
      const { id } = await createTask(portal, {
        partnerId: profile.id,
        taskName: 'Hang the poster',
        dueDate: at('21:30'),
        createdAt: new Date('2026-12-01T00:00:00Z'),
      })
      expect(await titlesAt(user.id, at('07:59'))).toEqual([])
      expect(await titlesAt(user.id, at('08:01'))).toEqual(['Due today: Hang the poster'])
      await db.delete(notifications).where(eq(notifications.userId, user.id))
      await db.delete(partnerTasks).where(eq(partnerTasks.id, id))
    }
  })
})

test('a task that is due before the morning is announced in the morning before', async () => {
  const zone = 'America/Los_Angeles'
  const { user, profile } = await partnerIn(zone)
  const values = {
    partnerId: profile.id,
    taskName: 'Open early',
    createdAt: new Date('2026-12-01T00:00:00Z'),
  }
  await createTask(portal, { ...values, dueDate: momentIn(zone, '2049-01-12T06:00') })
  expect(await titlesAt(user.id, momentIn(zone, '2049-01-11T07:59'))).toEqual([])
  expect(await titlesAt(user.id, momentIn(zone, '2049-01-11T08:01'))).toEqual(['Due tomorrow: Open early'])
})

test('the bell shows the moment, and the email the day in the time zone of its reader', async () => {
  const { user, profile, browser } = await partnerIn('America/Los_Angeles')
  const dueDate = momentIn('America/Los_Angeles', '2049-01-12T21:30')
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const response = await staff.post('/api/tasks', {
    ...taskForm,
    taskName: 'Hang the poster',
    partnerId: profile.id,
    dueDate: dueDate.toISOString(),
  })
  expect(response.statusCode, response.body).toBe(201)
  expect((await browser.get('/api/notifications')).json()).toMatchObject([
    { title: 'New task: Hang the poster', detail: 'Due', detailAt: '2049-01-13T05:30:00.000Z' },
  ])
  const written = async () => {
    const own = listOwnNotices(db, user.id, 10)
    return (await own(undefined)).map(({ detail }) => detail)
  }
  expect(await written()).toEqual(['Due Jan 12, 2049'])
  await db.update(users).set({ timeZone: 'Pacific/Kiritimati' }).where(eq(users.id, user.id))
  expect(await written()).toEqual(['Due Jan 13, 2049'])
})
