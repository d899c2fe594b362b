import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { OfficeHours } from '#contract/chat/office-hours.ts'
import { describeMoment, nextOpening, weekdays } from '#contract/chat/opening-times.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { type ChatClient, cookieOf, openChat } from '#test/chat-client.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { officeHours } from '#test/office-hours.ts'
import { awayLine } from './away-line.ts'

const url = '/api/office-hours'

/** Open on this day alone, now or not. */
const hoursOn = (open: boolean): OfficeHours => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).getUTCDay()
  const times = (day: number) =>
    open || day === (tomorrow + 6) % 7 ? [{ from: '00:00', until: '24:00' }] : []
  const week = Object.fromEntries(
    weekdays.map((weekday, day) => [weekday, times(day)]),
  ) as OfficeHours['week']
  return { timeZone: 'UTC', week, holidays: [] }
}

describe('the line', () => {
  const friday = new Date('2026-11-20T23:00:00Z')
  const monday = new Date('2026-11-23T14:00:00Z')

  test('says when the team is back, and is said once while it is away', () => {
    expect(awayLine(officeHours, friday, null)).toEqual({
      text: 'Thank you for your message. The team is back on Monday, November 23 at 9:00 AM EST and will answer then.',
      until: monday,
    })
    expect(awayLine(officeHours, new Date('2026-11-22T12:00:00Z'), monday)).toBeNull()
    expect(awayLine(officeHours, monday, null)).toBeNull()
  })

  test('is said again in the next night, and when the team is not back as it was said', () => {
    expect(awayLine(officeHours, new Date('2026-11-23T23:00:00Z'), monday)?.until).toEqual(
      new Date('2026-11-24T14:00:00Z'),
    )
    const holidays = [{ date: '2026-11-23', name: 'Inventory' }]
    expect(awayLine({ ...officeHours, holidays }, monday, monday)?.until).toEqual(
      new Date('2026-11-24T14:00:00Z'),
    )
  })

  test('of a team that has no hours ahead names none', () => {
    const week = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OfficeHours['week']
    const line = awayLine({ ...officeHours, week }, friday, null)
    expect(line?.text).toBe(
      'Thank you for your message. The team is away at the moment and will answer when it is back.',
    )
    expect(
      awayLine({ ...officeHours, week }, new Date('2026-11-22T12:00:00Z'), line?.until ?? null),
    ).toBeNull()
  })
})

describe('office hours', () => {
  test('are those of the setting until an admin says them; each change stands in the audit log', async () => {
    await using own = await createTestApp({
      settings: { OFFICE_HOURS: 'Mon-Fri 09:00-17:00', OFFICE_TIME_ZONE: 'America/New_York' },
    })
    const boss = await createUser(own, { role: 'admin' })
    const [browser, support] = [
      await own.signIn(boss),
      await own.signIn(await createUser(own, { role: 'support' })),
    ]
    expect((await support.get(url)).json()).toEqual({
      hours: { ...officeHours, holidays: [] },
      updatedAt: null,
    })
    const saved = (await browser.put(url, { hours: officeHours })).json()
    expect(saved).toEqual({ hours: officeHours, updatedAt: expect.any(String) })
    expect((await support.get(url)).json()).toEqual(saved)
    expect((await support.put(url, { hours: null })).statusCode).toBe(403)
    const late = await browser.put(url, { hours: null, updatedAt: '2026-11-20T12:00:00.000Z' })
    expect(late.statusCode).toBe(409)
    // As they are already.
    await browser.put(url, { hours: officeHours, updatedAt: saved.updatedAt })
    expect((await browser.put(url, { hours: null })).json().hours).toBeNull()
    expect((await support.get(url)).json().hours).toBeNull()
    expect(await auditEventsOf(own, boss)).toEqual([
      {
        action: 'office_hours.changed',
        subjectId: null,
        subjectName: 'Office hours',
        before: { holidays: [] },
        after: { holidays: officeHours.holidays },
      },
      {
        action: 'office_hours.changed',
        subjectId: null,
        subjectName: 'Office hours',
        before: officeHours,
        after: { timeZone: null, week: null, holidays: null },
      },
    ])
  })
})

const portal = await createTestApp()
const address = await portal.app.listen({ port: 0, host: '127.0.0.1' })
const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))

describe('a message while nobody is there', () => {
  const open: ChatClient[] = []
  afterAll(async () => {
    for (const client of open) client.socket.terminate()
    await portal.close()
  })
  const setHours = async (hours: OfficeHours | null) =>
    expect((await admin.put(url, { hours })).statusCode).toBe(200)
  const connect = async (user: Awaited<ReturnType<typeof createUser>>) => {
    const client = await openChat(address, cookieOf(await portal.signIn(user)))
    open.push(client)
    return client
  }
  const awayLines = (client: ChatClient) => client.heard().filter(({ kind }) => kind === 'away')

  test('is answered with when the team is back: once, as a message of the team that both sides have', async () => {
    await setHours(hoursOn(false))
    const [{ user: partner }, { user: other }] = [await createPartner(portal), await createPartner(portal)]
    const team = await connect(await createUser(portal, { role: 'support' }))
    const desk = await connect(partner)
    const clientId = crypto.randomUUID()
    desk.send({ type: 'chat', message: 'Is anybody there?', clientId })
    const back = nextOpening(hoursOn(false), new Date())
    const text = `Thank you for your message. The team is back on ${describeMoment('UTC', back ?? new Date(0))} and will answer then.`
    const line = await desk.hears(text)
    expect(line).toMatchObject({
      kind: 'away',
      isSupport: true,
      senderId: null,
      receiverId: partner.id,
      conversationId: partner.id,
      seq: 2,
    })
    expect(await team.hears(text)).toEqual(line)
    desk.send({ type: 'chat', message: 'Is anybody there?', clientId })
    desk.send({ type: 'chat', message: 'Hello?' })
    await desk.hears('Hello?')
    const strange = await connect(other)
    strange.send({ type: 'chat', message: 'Hello as well' })
    await strange.hears(text)
    team.send({ type: 'chat', message: 'I am', receiverId: partner.id })
    await desk.hears('I am')
    expect([awayLines(desk), awayLines(strange)].map(({ length }) => length)).toEqual([1, 1])
    const history = (await (await connect(partner)).frame('chat_history')).data
    expect(history.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'said'],
      [2, 'away'],
      [3, 'said'],
      [4, 'said'],
    ])
  })

  test('stays unread for staff, and stands in their list, not the line', async () => {
    await setHours(hoursOn(false))
    const { user: partner } = await createPartner(portal)
    const desk = await connect(partner)
    desk.send({ type: 'chat', message: 'A question' })
    await expect.poll(() => awayLines(desk)).toHaveLength(1)
    const row = (await admin.get(`/api/chat/conversations/${partner.id}`)).json()
    expect(row).toMatchObject({ unread: 1, lastMessage: { message: 'A question', seq: 1 } })
    const [marks] = await portal.db
      .select()
      .from(chatConversations)
      .where(eq(chatConversations.userId, partner.id))
    expect(marks).toMatchObject({ lastSeq: 2, staffReadSeq: 0, partnerReadSeq: 1 })
  })

  test.each([
    ['the team is there', hoursOn(true)],
    ['no hours are known', null],
  ])('has no such answer when %s', async (_when, hours) => {
    await setHours(hours)
    const { user: partner } = await createPartner(portal)
    const desk = await connect(partner)
    desk.send({ type: 'chat', message: 'One' })
    desk.send({ type: 'chat', message: 'Two' })
    await desk.hears('Two')
    expect(desk.heard().map(({ kind, seq }) => [kind, seq])).toEqual([
      ['said', 1],
      ['said', 2],
    ])
  })
})
