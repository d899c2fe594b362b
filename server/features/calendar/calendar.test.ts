import { eq } from 'drizzle-orm'
import ICAL from 'ical.js'
import { afterAll, describe, expect, test } from 'vitest'
import type { CalendarDay } from '#contract/calendar.ts'
import { maxDayEntries } from '#contract/calendar.ts'
import { taskSeries } from '#server/db/schema/task-series.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createActivation, createPartner, createTask, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createObligation } from '#test/obligations.ts'
import { createTaskDefinition } from '#test/shared-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)
const staff = await portal.signIn(await createUser(portal, { role: 'support' }))

const march = { from: '2049-03-01', to: '2049-03-31', timeZone: 'America/New_York' }
const read = async (browser: Browser, query: Record<string, string> = {}) => {
  const response = await browser.get(`/api/calendar?${new URLSearchParams({ ...march, ...query })}`)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ days: CalendarDay[] }>().days
}
const linesOf = (days: CalendarDay[]) =>
  days.flatMap(({ day, entries }) => entries.map(({ kind, name }) => `${day} ${kind} ${name}`))

const newPartner = async (group?: string) => {
  const partner = await createPartner(portal, group ? { user: { partnerGroup: group } } : {})
  return { ...partner, partnerId: partner.profile.id, browser: await portal.signIn(partner.user) }
}

const createSeries = async (series: Partial<typeof taskSeries.$inferInsert> = {}) => {
  const startsAt = new Date('2049-03-05T17:00:00Z')
  const form = { taskName: 'Count the flyers', taskType: 'physical' as const, timeZone: 'America/New_York' }
  const [created] = await portal.db
    .insert(taskSeries)
    .values({ ...form, frequency: 'weekly', startsAt, nextDueAt: startsAt, leadDays: 3, ...series })
    .returning()
  if (!created) throw new Error('no series came back')
  return created
}

describe('the calendar of a partner', () => {
  test('has their activations and due dates in the reader’s time zone, also on the day when summer time begins', async () => {
    const { browser, partnerId } = await newPartner()
    const at = (iso: string) => new Date(iso)
    // On March 14, 2049, clocks in New York go from 2 to 3 AM.
    await createTask(portal, { partnerId, taskName: 'Late', dueDate: at('2049-03-14T04:59:00Z') })
    await createTask(portal, { partnerId, taskName: 'Early', dueDate: at('2049-03-14T05:00:00Z') })
    await createTask(portal, { partnerId, taskName: 'Last', dueDate: at('2049-03-15T03:59:00Z') })
    await createTask(portal, { partnerId, taskName: 'Next', dueDate: at('2049-03-15T04:00:00Z') })
    await createActivation(portal, {
      partnerId,
      name: 'Weekend',
      activationDate: at('2049-03-13T15:00:00Z'),
      endsAt: at('2049-03-15T04:00:00Z'),
      place: 'Main hall',
      timeZone: 'America/Chicago',
    })
    expect(linesOf(await read(browser))).toEqual([
      '2049-03-13 activation Weekend',
      '2049-03-13 task Late',
      '2049-03-14 activation Weekend',
      '2049-03-14 task Early',
      '2049-03-14 task Last',
      '2049-03-15 task Next',
    ])
    expect(linesOf(await read(browser, { timeZone: 'UTC', to: '2049-03-13' }))).toEqual([
      '2049-03-13 activation Weekend',
    ])
    const [first] = await read(browser)
    expect(first?.entries[0]).toMatchObject({
      endsAt: '2049-03-15T04:00:00.000Z',
      timeZone: 'America/Chicago',
      place: 'Main hall',
      partner: null,
      progress: null,
    })
    expect(first?.entries[1]).toMatchObject({ status: 'pending', partner: null })
  })

  test('has nothing of another partner and nothing that was deleted, and gives no access to other partners by their id', async () => {
    const [one, other] = [await newPartner('Coast'), await newPartner('Inland')]
    await createTask(portal, { partnerId: other.partnerId })
    await createTask(portal, { partnerId: one.partnerId, deletedAt: new Date() })
    await createActivation(portal, { partnerId: other.partnerId, activationDate: new Date('2049-03-03') })
    await createTaskDefinition(portal)
    const series = await createSeries({ assignedGroup: 'Inland' })
    expect(await read(one.browser)).toEqual([])
    const url = `/api/calendar?${new URLSearchParams({ ...march, partnerId: other.partnerId })}`
    expect((await one.browser.get(url)).statusCode).toBe(404)
    expect(linesOf(await read(one.browser, { partnerId: one.partnerId }))).toEqual([])
    await portal.db.delete(taskSeries).where(eq(taskSeries.id, series.id))
  })

  test('shows only the partner’s part of a task for several partners, and not that others have it', async () => {
    const { browser, partnerId } = await newPartner()
    const shared = await createTaskDefinition(portal)
    const task = await createTask(portal, { partnerId, definitionId: shared.id, taskName: shared.taskName })
    const [day] = await read(browser)
    expect(day?.entries).toMatchObject([{ kind: 'task', id: task.id, partner: null, progress: null }])
  })

  test('has what agreements ask on the day of the place, without amounts, and for members only what they may see', async () => {
    const { browser, partnerId } = await newPartner()
    const { user } = await createMember(portal, { partnerId, canSign: false })
    const of = { partnerId, timeZone: 'Pacific/Kiritimati' }
    const owed = { owedBy: 'company', kind: 'deposit', amountCents: 625_000 } as const
    const { documentId } = await createObligation(portal, { ...of, ...owed, dueOn: '2049-03-14' })
    await createObligation(portal, { ...of, documentId, dueOn: '2049-03-15' })
    await createObligation(portal, {
      ...of,
      documentId,
      kind: 'collateral',
      status: 'done',
      dueOn: '2049-03-15',
    })
    const days = await read(browser)
    expect(linesOf(days)).toEqual([
      '2049-03-14 obligation Deposit',
      '2049-03-15 obligation Last day to change the number of guests',
    ])
    expect(days[0]?.entries[0]).toMatchObject({ opens: { type: 'agreement', id: documentId }, status: null })
    expect(JSON.stringify(days)).not.toContain('625')
    expect(linesOf(await read(await portal.signIn(user)))).toEqual([
      '2049-03-15 obligation Last day to change the number of guests',
    ])
  })

  test('is empty for a user without a profile', async () => {
    expect(await read(await portal.signIn(await createUser(portal)))).toEqual([])
  })
})

describe('the calendar of staff', () => {
  test('has the partners’ names, each task for several once with its progress, and can be filtered by partner', async () => {
    const [one, other] = [await newPartner(), await newPartner()]
    const dueDate = new Date('2029-05-04T12:00:00Z')
    const shared = await createTaskDefinition(portal, { dueDate, taskName: 'Everywhere' })
    for (const [{ partnerId }, status] of [
      [one, 'completed'],
      [other, 'pending'],
    ] as const) {
      await createTask(portal, {
        partnerId,
        definitionId: shared.id,
        taskName: 'Everywhere',
        dueDate,
        status,
      })
    }
    await createTask(portal, { partnerId: one.partnerId, taskName: 'Alone', dueDate })
    const may = { from: '2029-05-01', to: '2029-05-31' }
    const [day, ...others] = await read(staff, may)
    expect(others).toEqual([])
    expect(day?.entries).toHaveLength(2)
    const found = Object.fromEntries(day?.entries.map((entry) => [entry.kind, entry]) ?? [])
    expect(found['task-definition']).toMatchObject({
      id: shared.id,
      partner: null,
      progress: { partners: 2, completed: 1 },
    })
    const { fullName, businessName } = one.profile
    expect(found.task).toMatchObject({ partner: { id: one.partnerId, fullName, businessName } })
    const ofOne = await read(staff, { ...may, partnerId: other.partnerId })
    expect(linesOf(ofOne)).toEqual(['2029-05-04 task Everywhere'])
    const nobody = await staff.get(
      `/api/calendar?${new URLSearchParams({ ...march, partnerId: crypto.randomUUID() })}`,
    )
    expect(nobody.statusCode).toBe(404)
  })

  test('has the first entries of a full day, and the number of the others', async () => {
    const { partnerId } = await newPartner()
    const task = await createTask(portal, { partnerId, dueDate: new Date('2030-01-10T12:00:00Z') })
    const number = maxDayEntries + 5
    for (let index = 1; index < number; index += 1) {
      await createTask(portal, { partnerId, dueDate: task.dueDate, taskName: `Nº ${index}` })
    }
    await createActivation(portal, {
      partnerId,
      name: 'First',
      activationDate: new Date('2030-01-10T08:00:00Z'),
    })
    const [day] = await read(staff, { from: '2030-01-01', to: '2030-01-31' })
    expect(day).toMatchObject({ day: '2030-01-10', more: number + 1 - maxDayEntries })
    expect(day?.entries).toHaveLength(maxDayEntries)
    expect(day?.entries[0]?.name).toBe('First')
  })
})

describe('recurring tasks', () => {
  test('appear as planned until they are created, for staff and for the partners they are for', async () => {
    const [one, other] = [await newPartner('Harbor'), await newPartner('Hills')]
    const april = { from: '2028-04-01', to: '2028-04-30' }
    const startsAt = new Date('2028-03-24T16:00:00Z')
    const series = await createSeries({
      startsAt,
      nextDueAt: new Date('2028-04-14T16:00:00Z'),
      assignedGroup: 'Harbor',
      endsOn: '2028-04-27',
    })
    const planned = ['2028-04-14', '2028-04-21'].map((day) => `${day} planned Count the flyers`)
    expect(linesOf(await read(one.browser, april))).toEqual(planned)
    expect(linesOf(await read(staff, april))).toEqual(planned)
    expect(linesOf(await read(staff, { ...april, partnerId: one.partnerId }))).toEqual(planned)
    expect(await read(staff, { ...april, partnerId: other.partnerId })).toEqual([])
    expect(await read(other.browser, april)).toEqual([])
    await portal.db.update(taskSeries).set({ stoppedAt: new Date() }).where(eq(taskSeries.id, series.id))
    expect(await read(one.browser, april)).toEqual([])
  })

  test('for partners who were chosen one by one are shown only to these', async () => {
    const [one, other] = [await newPartner(), await newPartner()]
    const startsAt = new Date('2031-01-31T17:00:00Z')
    await createSeries({
      startsAt,
      nextDueAt: startsAt,
      frequency: 'monthly',
      assignedPartnerIds: [one.partnerId],
    })
    const quarter = { from: '2031-01-30', to: '2031-03-31' }
    const days = (await read(one.browser, quarter)).map(({ day }) => day)
    expect(days).toEqual(['2031-01-31', '2031-02-28', '2031-03-31'])
    expect(await read(other.browser, quarter)).toEqual([])
  })
})

test.each([
  ['no days', { from: '', to: '' }, 'from'],
  ['a day that there is not', { from: '2049-02-30', to: '2049-03-01' }, 'from'],
  ['a moment', { from: '2049-03-01T00:00:00Z', to: '2049-03-02' }, 'from'],
  ['a day before the first', { to: '2049-02-28' }, 'to'],
  ['more days than a screen shows', { to: '2049-05-02' }, 'to'],
  ['a year out of range', { from: '1899-12-31', to: '1900-01-01' }, 'from'],
  ['a zone that there is not', { timeZone: 'Mars/Olympus' }, 'timeZone'],
  ['an id that is none', { partnerId: '1' }, 'partnerId'],
  ['a field that is unknown', { page: '2' }, 'page'],
])('refuses %s', async (_what, query, field) => {
  const response = await staff.get(`/api/calendar?${new URLSearchParams({ ...march, ...query })}`)
  expect([response.statusCode, Object.keys(response.json().fields)[0]]).toEqual([400, field])
})

test('a task can be downloaded as a calendar file by its partner and staff; others get a 404', async () => {
  const { browser, partnerId } = await newPartner()
  const dueDate = new Date('2049-03-14T17:00:00Z')
  const taskName = 'Hang <b>it</b>'
  const task = await createTask(portal, {
    partnerId,
    taskName,
    dueDate,
    instructions: 'At the door\nEND:VEVENT',
  })
  const url = `/api/tasks/${task.id}/calendar`
  for (const reader of [browser, staff]) {
    const response = await reader.get(url)
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers['content-disposition']).toContain('attachment')
    const [component, ...others] = new ICAL.Component(ICAL.parse(response.body)).getAllSubcomponents('vevent')
    expect(others).toEqual([])
    const event = new ICAL.Event(component)
    expect(event.summary).toBe(`Due: ${taskName}`)
    expect(event.description).toBe('At the door\nEND:VEVENT')
    expect(event.startDate.toJSDate()).toEqual(dueDate)
    expect(event.uid).toBe(task.id)
    expect(String(component?.getFirstPropertyValue('transp'))).toBe('TRANSPARENT')
    expect(String(component?.getFirstPropertyValue('url'))).toMatch(new RegExp(`/\\?task=${task.id}$`))
  }
  expect((await (await newPartner()).browser.get(url)).statusCode).toBe(404)
  expect((await portal.visit().get(url)).statusCode).toBe(401)
})
