import ICAL from 'ical.js'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner, createUser } from '#test/factories.ts'
import { calendarOf } from './calendar.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = 'https://portal.example.com/?activation=of-this'
const site = { url, companyName: 'Harbor Health' }
const activation = {
  id: '3f1c2a00-0000-4000-8000-000000000001',
  name: 'Spring weekend',
  activationDate: new Date('2027-03-13T15:00:00Z'),
  endsAt: new Date('2027-03-14T15:00:00Z'),
  place: 'Main hall',
  description: 'Bring the banner',
  createdAt: new Date('2026-11-20T12:00:00Z'),
  updatedAt: new Date('2026-11-20T12:00:00Z'),
}

const eventsIn = (text: string) =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((event) => ({
    event: new ICAL.Event(event),
    value: (name: string) => String(event.getFirstPropertyValue(name)),
    names: event.getAllProperties().map(({ name }) => name),
  }))
const eventOf = async (change: Partial<typeof activation> & { stage?: 'canceled' } = {}) => {
  const [found, ...others] = eventsIn(await calendarOf({ ...activation, ...change }, site))
  if (!found || others.length > 0) throw new Error('not one event')
  return found
}

describe('the calendar file', () => {
  test('marks a canceled activation, so that an earlier entry of it is marked, too', async () => {
    expect((await eventOf({ stage: 'canceled' })).value('status')).toBe('CANCELLED')
  })

  test('has the times in UTC, which stay right across a change of summer time', async () => {
    const { event, value } = await eventOf()
    expect(event.startDate.toJSDate()).toEqual(activation.activationDate)
    expect(event.endDate.toJSDate()).toEqual(activation.endsAt)
    expect(await calendarOf(activation, site)).toContain(
      'DTSTART:20270313T150000Z\r\nDTEND:20270314T150000Z\r\n',
    )
    expect([event.summary, event.location, event.description]).toEqual([
      'Spring weekend',
      'Main hall',
      'Bring the banner',
    ])
    expect(value('url')).toBe(url)
  })

  test('leaves out fields that are empty', async () => {
    const { names } = await eventOf({ endsAt: null, place: null, description: null } as never)
    expect(names.join()).not.toMatch(/dtend|location|description/)
  })

  test('replaces the event of an earlier file', async () => {
    const [first, second] = [await eventOf(), await eventOf({ updatedAt: new Date('2026-11-21T12:00:00Z') })]
    expect(second.event.uid).toBe(first.event.uid)
    expect([first.event.sequence, second.event.sequence]).toEqual([0, 86_400])
    expect(second.value('last-modified')).toBe('2026-11-21T12:00:00Z')
    expect(second.value('dtstamp')).toBe('2026-11-21T12:00:00Z')
  })

  test.each([
    'Hall; north, upstairs',
    'one\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:two',
    'one\r\nATTACH:https://evil.example/a.exe',
    'a backslash \\n and "quotes"',
    `${'Äpfel und 🎉 '.repeat(30)}end`,
  ])('takes %j as text', async (text) => {
    const { event, names } = await eventOf({ name: text, place: text, description: text })
    const read = text.replaceAll('\r\n', '\n')
    expect([event.summary, event.location, event.description]).toEqual([read, read, read])
    expect(names).toEqual((await eventOf()).names)
  })

  test('has lines of at most 75 bytes that end in CRLF', async () => {
    const text = await calendarOf({ ...activation, description: 'Äpfel und 🎉 '.repeat(60) }, site)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
    expect(text).toMatch(/\r\nEND:VCALENDAR\r\n$/)
  })
})

test('its partner and staff download it under its name; others get a 404', async () => {
  const { user, profile } = await createPartner(portal)
  const name = 'Spring / "weekend"'
  const { id } = await createActivation(portal, { partnerId: profile.id, name })
  const url = `/api/activations/${id}/calendar`
  for (const reader of [user, await createUser(portal, { role: 'support' })]) {
    const response = await (await portal.signIn(reader)).get(url)
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers['content-disposition']).toBe('attachment; filename="Spring weekend.ics"')
    expect(eventsIn(response.body)[0]?.event.summary).toBe(name)
  }
  const other = await createPartner(portal)
  expect((await (await portal.signIn(other.user)).get(url)).statusCode).toBe(404)
})
