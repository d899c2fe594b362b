import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { notifications } from '#server/db/schema/notifications.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { taskSets } from '#server/db/schema/task-sets.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { activityTypesOf } from '#test/partner-rows.ts'
import { createSet } from '#test/plan-rows.ts'
import { createPastActivation, createRecap } from '#test/recaps.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const begin = async (activation: Parameters<typeof createPastActivation>[1] = {}) => {
  const partner = await createPartner(portal, { status: 'completed' })
  const manager = await createUser(portal, { role: 'support' })
  await db
    .update(partnerProfiles)
    .set({ managerId: manager.id })
    .where(eq(partnerProfiles.id, partner.profile.id))
  const event = await createPastActivation(portal, { partnerId: partner.profile.id, ...activation })
  const { user: member } = await createMember(portal, { partnerId: partner.profile.id })
  return {
    ...{ partner, manager, event, member },
    url: `/api/activations/${event.id}/recap`,
    browser: await portal.signIn(partner.user),
    team: await portal.signIn(manager),
  }
}

const numbers = { guests: 140, signUps: 32 }
const ofCompany = {
  screenings: 21,
  leads: 9,
  costCents: 125_000,
  currency: 'USD',
  staffNote: 'Cheaper than last year',
}

describe('a recap', () => {
  test('is sent by the partner, and the manager is notified once', async () => {
    const { browser, team, url, partner, manager, event } = await begin({ expectedGuests: 150 })
    expect((await browser.get(url)).json()).toMatchObject({
      guests: null,
      submittedAt: null,
      updatedAt: null,
    })
    const sent = await browser.put(url, { ...numbers, wentWell: 'The talk', updatedAt: null })
    expect(sent.statusCode, sent.body).toBe(200)
    expect(sent.json()).toMatchObject({
      ...numbers,
      wentWell: 'The talk',
      improve: null,
      expected: { guests: 150, signUps: null },
      former: null,
      submittedAt: expect.any(String),
    })
    const { updatedAt } = sent.json()
    await browser.put(url, { ...numbers, guests: 141, updatedAt })
    expect((await team.get(url)).json()).toMatchObject({ guests: 141, signUps: 32, wentWell: 'The talk' })
    const notices = await db.select().from(notifications).where(eq(notifications.activationId, event.id))
    expect(notices).toMatchObject([
      {
        kind: 'recap_submitted',
        userId: manager.id,
        title: expect.stringContaining(`Recap: ${event.name} ·`),
      },
    ])
    expect((await team.get('/api/notifications')).json()).toMatchObject([
      { kind: 'recap_submitted', subject: { type: 'activation', id: event.id } },
    ])
    expect(await activityTypesOf(portal, partner)).toEqual(
      expect.arrayContaining(['recap_submitted', 'recap_changed']),
    )
    expect((await browser.get('/api/partner/activations')).json()).toMatchObject([{ hasRecap: true }])
  })

  test('asks what the plan asks, and keeps what was answered to questions that the plan no longer has', async () => {
    const [left, best] = ['How many flyers were left?', 'Which talk was best?']
    const plan = await createSet(portal, { givenWhen: 'event', recapQuestions: [left, best] })
    const { browser, team, url, partner } = await begin({ planId: plan.id })
    const open = [left, best].map((question) => ({ question, answer: null }))
    expect((await browser.get(url)).json()).toMatchObject({ answers: open })
    const send = (answers: object[]) => browser.put(url, { ...numbers, answers })
    expect((await send([{ question: 'Who paid?', answer: 'We' }])).json().fields).toEqual({
      answers: 'The plan no longer asks one of these questions',
    })
    const answered = { question: left, answer: 'About 40' }
    const sent = await send([answered, { question: best, answer: ' ' }])
    expect(sent.json()).toMatchObject({ answers: [answered, open[1]], submittedAt: expect.any(String) })
    expect((await auditEventsOf(portal, partner.user)).at(-1)).toMatchObject({
      after: { answers: [`${left} About 40`] },
    })
    await db
      .update(taskSets)
      .set({ recapQuestions: [best] })
      .where(eq(taskSets.id, plan.id))
    expect((await team.get(url)).json()).toMatchObject({ answers: [open[1], answered] })
    expect((await send([answered])).statusCode).toBe(200)
    await browser.put(url, { guests: 7 })
    expect((await team.get(url)).json()).toMatchObject({ guests: 7, answers: [open[1], answered] })
  })

  test('is written by a member who may not sign, too', async () => {
    const { url, member } = await begin()
    const browser = await portal.signIn(member)
    expect((await browser.put(url, numbers)).json()).toMatchObject(numbers)
  })

  test('has figures of the company that its partner neither sees nor writes', async () => {
    const { browser, team, url, partner, manager } = await begin()
    const before = await team.put(url, { ...ofCompany, updatedAt: null })
    expect(before.json()).toMatchObject({ ...ofCompany, submittedAt: null })
    expect(await activityTypesOf(portal, partner)).not.toContain('recap_changed')
    expect(await auditEventsOf(portal, manager)).toMatchObject([{ action: 'recap.changed' }])

    const own = (await browser.get(url)).json()
    expect(own).toMatchObject({
      screenings: null,
      leads: null,
      costCents: null,
      currency: null,
      staffNote: null,
    })
    for (const [field, value] of Object.entries(ofCompany)) {
      const refused = await browser.put(url, { ...numbers, [field]: value, updatedAt: own.updatedAt })
      expect([refused.statusCode, refused.json().fields]).toEqual([
        400,
        { [field]: 'Only the company enters this' },
      ])
    }
    await browser.put(url, { ...numbers, updatedAt: own.updatedAt })
    expect((await team.get(url)).json()).toMatchObject({ ...numbers, ...ofCompany })
  })

  test('needs both numbers from its partner, and its fields stay if they are left out', async () => {
    const { browser, team, url } = await begin()
    const missing = await browser.put(url, { guests: 3 })
    expect([missing.statusCode, missing.json().fields]).toEqual([
      400,
      { signUps: 'Enter how many signed up' },
    ])
    const both = { guests: 0, signUps: 0, wentWell: 'Nobody came', improve: 'Another day' }
    await browser.put(url, both)
    await team.put(url, { leads: 2 })
    expect((await browser.get(url)).json()).toMatchObject(both)
  })

  test.each([
    [{ guests: -1, signUps: 0 }, 'guests'],
    [{ guests: 1.5, signUps: 0 }, 'guests'],
    [{ guests: 100_001, signUps: 0 }, 'guests'],
    [{ guests: 1, signUps: 1, wentWell: 'x'.repeat(4001) }, 'wentWell'],
  ])('refuses %j', async (body, field) => {
    const { browser, url } = await begin()
    const refused = await browser.put(url, body)
    expect([refused.statusCode, Object.keys(refused.json().fields)]).toEqual([400, [field]])
  })

  test('is refused before the event begins, and of a canceled one', async () => {
    const ahead = await begin({ daysAgo: -1 })
    expect((await ahead.browser.put(ahead.url, numbers)).statusCode).toBe(409)
    const canceled = await begin({ stage: 'canceled' })
    expect((await canceled.browser.put(canceled.url, numbers)).statusCode).toBe(409)
  })

  test('of another partner does not exist', async () => {
    const { url } = await begin()
    const { browser } = await begin()
    expect((await browser.get(url)).statusCode).toBe(404)
    expect((await browser.put(url, numbers)).statusCode).toBe(404)
    expect((await browser.get(`${url}/pdf`)).statusCode).toBe(404)
  })

  test('that two people send at once loses nothing', async () => {
    const { browser, team, url } = await begin()
    const both = await Promise.all([
      browser.put(url, { ...numbers, updatedAt: null }),
      team.put(url, { guests: 90, signUps: 9, updatedAt: null }),
    ])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const { updatedAt, ...stored } = (await browser.get(url)).json()
    const winner = both.find(({ statusCode }) => statusCode === 200)?.json()
    expect(stored.guests).toBe(winner.guests)
    expect((await browser.put(url, { ...numbers, updatedAt })).statusCode).toBe(200)
  })

  test("names the partner's event before it that has a recap", async () => {
    const { browser, event, partner, url } = await begin()
    const partnerId = partner.profile.id
    const earliest = await createPastActivation(portal, { partnerId, daysAgo: 300, name: 'Winter' })
    const former = await createPastActivation(portal, { partnerId, daysAgo: 90, name: 'Spring' })
    await createPastActivation(portal, { partnerId, daysAgo: 30, name: 'Without a recap' })
    const elsewhere = await createPastActivation(portal, { daysAgo: 2 })
    for (const { id } of [earliest, elsewhere]) await createRecap(portal, { activationId: id })
    await createRecap(portal, { activationId: former.id, guests: 80, signUps: 11 })
    await createRecap(portal, { activationId: event.id })
    expect((await browser.get(url)).json().former).toEqual({
      ...{ id: former.id, name: 'Spring', guests: 80, signUps: 11 },
      activationDate: former.activationDate.toISOString(),
    })
  })
})

test('an event with a recap is not assigned to another partner', async () => {
  const { team, event } = await begin()
  await createRecap(portal, { activationId: event.id })
  const other = await createPartner(portal)
  const moved = await team.put(`/api/activations/${event.id}`, { partnerId: other.profile.id })
  expect([moved.statusCode, Object.keys(moved.json().fields)]).toEqual([400, ['partnerId']])
})
