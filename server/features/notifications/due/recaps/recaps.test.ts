import { and, eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { createTestApp } from '#test/app.ts'
import { createActivation, createPartner } from '#test/factories.ts'
import { createMember } from '#test/members.ts'
import { createRecap } from '#test/recaps.ts'
import { notifyOfWhatIsDue } from '../data.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const at = (time: string) => notifyOfWhatIsDue(db, new Date(time))

const begin = async (
  activation: Parameters<typeof createActivation>[1] = {},
  status: 'completed' | 'profile' = 'completed',
) => {
  const partner = await createPartner(portal, { status, user: { timeZone: 'Europe/Berlin' } })
  const event = await createActivation(portal, {
    ...{ partnerId: partner.profile.id, name: 'Open day', timeZone: 'America/Los_Angeles' },
    // The event ends on May 1 in Los Angeles, and on May 2 elsewhere.
    ...{ activationDate: new Date('2031-05-01T20:00:00Z'), endsAt: new Date('2031-05-02T05:00:00Z') },
    ...activation,
  })
  return { partner, event }
}

const asked = (activationId: string, userId?: string) =>
  db
    .select()
    .from(notifications)
    .where(
      and(
        eq(notifications.activationId, activationId),
        userId ? eq(notifications.userId, userId) : undefined,
      ),
    )

test('all people of the partner are asked once, in the morning after the event at its place', async () => {
  const { event, partner } = await begin()
  const { user: member } = await createMember(portal, { partnerId: partner.profile.id })
  // It is nine o'clock in Los Angeles at 16:00 UTC.
  await at('2031-05-02T15:59:00Z')
  expect(await asked(event.id)).toEqual([])
  await Promise.all([at('2031-05-02T16:00:00Z'), at('2031-05-02T16:00:00Z')])
  await at('2031-05-10T16:00:00Z')
  const notices = await asked(event.id)
  expect(notices.map(({ userId }) => userId).sort()).toEqual([partner.user.id, member.id].sort())
  expect(notices[0]).toMatchObject({ kind: 'recap_due', title: 'How did Open day go?', partnerId: null })
  const browser = await portal.signIn(member)
  expect((await browser.get('/api/notifications')).json()).toMatchObject([
    { kind: 'recap_due', subject: { type: 'activation', id: event.id } },
  ])
})

test('an event without a time zone is asked about in the morning of its reader, a day after its start without an end', async () => {
  const { event } = await begin({
    timeZone: null,
    endsAt: null,
    activationDate: new Date('2031-06-01T12:00:00Z'),
  })
  await at('2031-06-02T06:59:00Z')
  expect(await asked(event.id)).toEqual([])
  await at('2031-06-02T07:00:00Z')
  expect(await asked(event.id)).toHaveLength(1)
})

test('nobody is asked about an event with a recap, a canceled one, or one of two weeks ago, nor during onboarding', async () => {
  const dates = { activationDate: new Date('2031-07-01T12:00:00Z'), endsAt: null, timeZone: null }
  const events = [
    await begin(dates),
    await begin({ ...dates, stage: 'canceled' }),
    await begin({ ...dates, activationDate: new Date('2031-06-17T12:00:00Z') }),
    await begin(dates, 'profile'),
  ]
  await createRecap(portal, { activationId: events[0]?.event.id ?? '' })
  await at('2031-07-02T12:00:00Z')
  for (const { event } of events) expect(await asked(event.id)).toEqual([])
})

test('an event that was held again on another date is asked about again', async () => {
  const dates = { activationDate: new Date('2031-08-01T12:00:00Z'), endsAt: null, timeZone: null }
  const { event, partner } = await begin(dates)
  await at('2031-08-02T12:00:00Z')
  await db
    .update(partnerActivations)
    .set({ activationDate: new Date('2031-08-08T12:00:00Z') })
    .where(eq(partnerActivations.id, event.id))
  await at('2031-08-09T12:00:00Z')
  expect(await asked(event.id, partner.user.id)).toHaveLength(2)
})
