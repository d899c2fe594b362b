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
import { awayReply } from './away-reply.ts'

const url = '/api/office-hours'

/** Returns hours that are open all day every day, or only on the day after tomorrow. */
const hoursOn = (open: boolean): OfficeHours => {
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).getUTCDay()
  const times = (day: number) =>
    open || day === (tomorrow + 6) % 7 ? [{ from: '00:00', until: '24:00' }] : []
  const week = Object.fromEntries(
    weekdays.map((weekday, day) => [weekday, times(day)]),
  ) as OfficeHours['week']
  return { timeZone: 'UTC', week, holidays: [] }
}

describe('the automatic reply', () => {
  const friday = new Date('2026-11-20T23:00:00Z')
  const monday = new Date('2026-11-23T14:00:00Z')

  test('names the time when the team is back, and is sent once for each absence', () => {
    expect(awayReply(officeHours, friday, null)).toEqual({
      text: 'Thank you for your message. The team is back on Monday, November 23 at 9:00 AM EST and will reply then.',
      until: monday,
    })
    expect(awayReply(officeHours, new Date('2026-11-22T12:00:00Z'), monday)).toBeNull()
    expect(awayReply(officeHours, monday, null)).toBeNull()
  })

  test('is sent again the next night, and when the team is not back at the named time', () => {
    expect(awayReply(officeHours, new Date('2026-11-23T23:00:00Z'), monday)?.until).toEqual(
      new Date('2026-11-24T14:00:00Z'),
    )
    const holidays = [{ date: '2026-11-23', name: 'Inventory' }]
    expect(awayReply({ ...officeHours, holidays }, monday, monday)?.until).toEqual(
      new Date('2026-11-24T14:00:00Z'),
    )
  })

  test('names no time when there are no opening hours ahead', () => {
    const week = Object.fromEntries(weekdays.map((day) => [day, []])) as unknown as OfficeHours['week']
    const reply = awayReply({ ...officeHours, week }, friday, null)
    expect(reply?.text).toBe(
      'Thank you for your message. The team is away right now and will reply when they are back.',
    )
    expect(
      awayReply({ ...officeHours, week }, new Date('2026-11-22T12:00:00Z'), reply?.until ?? null),
    ).toBeNull()
  })
})

describe('office hours', () => {
  test('are those of the setting until an admin changes them, and each change is in the audit log', async () => {
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
    // This request does not change anything.
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

describe('a message outside of office hours', () => {
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
  const awayReplies = (client: ChatClient) => client.messages().filter(({ kind }) => kind === 'away')

  test('gets one automatic reply, as a message of the team that both sides receive', async () => {
    await setHours(hoursOn(false))
    const [{ user: partner }, { user: other }] = [await createPartner(portal), await createPartner(portal)]
    const team = await connect(await createUser(portal, { role: 'support' }))
    const partnerSocket = await connect(partner)
    const clientId = crypto.randomUUID()
    partnerSocket.send({ type: 'chat', message: 'Is anybody there?', clientId })
    const back = nextOpening(hoursOn(false), new Date())
    const text = `Thank you for your message. The team is back on ${describeMoment('UTC', back ?? new Date(0))} and will reply then.`
    const reply = await partnerSocket.waitForMessage(text)
    expect(reply).toMatchObject({
      kind: 'away',
      isSupport: true,
      senderId: null,
      receiverId: partner.id,
      conversationId: partner.id,
      seq: 2,
    })
    expect(await team.waitForMessage(text)).toEqual(reply)
    partnerSocket.send({ type: 'chat', message: 'Is anybody there?', clientId })
    partnerSocket.send({ type: 'chat', message: 'Hello?' })
    await partnerSocket.waitForMessage('Hello?')
    const strange = await connect(other)
    strange.send({ type: 'chat', message: 'Hello as well' })
    await strange.waitForMessage(text)
    team.send({ type: 'chat', message: 'I am', receiverId: partner.id })
    await partnerSocket.waitForMessage('I am')
    expect([awayReplies(partnerSocket), awayReplies(strange)].map(({ length }) => length)).toEqual([1, 1])
    const history = (await (await connect(partner)).frame('chat_history')).data
    expect(history.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'said'],
      [2, 'away'],
      [3, 'said'],
      [4, 'said'],
    ])
  })

  test('stays unread for staff, who see it in their list instead of the reply', async () => {
    await setHours(hoursOn(false))
    const { user: partner } = await createPartner(portal)
    const partnerSocket = await connect(partner)
    partnerSocket.send({ type: 'chat', message: 'A question' })
    await expect.poll(() => awayReplies(partnerSocket)).toHaveLength(1)
    const row = (await admin.get(`/api/chat/conversations/${partner.id}`)).json()
    expect(row).toMatchObject({ unread: 1, lastMessage: { message: 'A question', seq: 1 } })
    const [marks] = await portal.db
      .select()
      .from(chatConversations)
      .where(eq(chatConversations.id, partner.id))
    expect(marks).toMatchObject({ lastSeq: 2, staffReadSeq: 0, partnerReadSeq: 1 })
  })

  test.each([
    ['the office is open', hoursOn(true)],
    ['office hours are off', null],
  ])('gets no reply when %s', async (_when, hours) => {
    await setHours(hours)
    const { user: partner } = await createPartner(portal)
    const partnerSocket = await connect(partner)
    partnerSocket.send({ type: 'chat', message: 'One' })
    partnerSocket.send({ type: 'chat', message: 'Two' })
    await partnerSocket.waitForMessage('Two')
    expect(partnerSocket.messages().map(({ kind, seq }) => [kind, seq])).toEqual([
      ['said', 1],
      ['said', 2],
    ])
  })
})
