import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import type { OnboardingStatus } from '#contract/partners/labels.ts'
import { notifications } from '#server/db/schema/notifications.ts'
import { userEmailPreferences, users } from '#server/db/schema/users.ts'
import { notifyOfResource } from '#server/features/notifications/notify/data.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createResource, createUser } from '#test/factories.ts'
import { createMember } from '#test/members.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const inGroup = (
  partnerGroup: string | null,
  disabledAt: Date | null = null,
  status: OnboardingStatus = 'completed',
) => createPartner(portal, { status, user: { partnerGroup, disabledAt } })

const [ann, ben, cid] = [await inGroup('Coast'), await inGroup('Coast'), await inGroup(null)]
const gone = await inGroup('Coast', new Date())
await inGroup('Inland', null, 'documents')
const staff = await portal.signIn(await createUser(portal, { role: 'support', partnerGroup: 'Team' }))

const url = '/api/admin/audience'
const ids = (...partners: { profile: { id: string } }[]) =>
  partners.map(({ profile }) => profile.id).join(',')

test.each([
  ['everyone', '', 4, 1],
  ['one partner', `?partners=${ids(ann)}`, 1, 0],
  ['a group in onboarding', '?group=Inland', 1, 1],
  ['several partners', `?partners=${ids(ann, cid)}`, 2, 0],
  ['a group', '?group=Coast', 2, 0],
  ['a group and one of its members, who counts once', `?group=Coast&partners=${ids(ben)}`, 2, 0],
  ['a group and another partner', `?group=Coast&partners=${ids(cid)}`, 3, 0],
  ['an empty group', '?group=Moon', 0, 0],
  ['a partner who cannot sign in', `?partners=${ids(gone)}`, 0, 0],
])('the audience of %s is counted', async (_whom, query, partners, inOnboarding) => {
  const response = await staff.get(url + query)
  expect(response.statusCode).toBe(200)
  expect(response.json()).toEqual({
    partners,
    inOnboarding,
    groups: [
      { name: 'Coast', partners: 2 },
      { name: 'Inland', partners: 1 },
    ],
  })
})

test('only staff can count an audience, and only with valid ids of partners', async () => {
  expect((await staff.get(`${url}?partners=7`)).statusCode).toBe(400)
  const tooMany = Array.from({ length: 201 }, () => crypto.randomUUID()).join(',')
  expect((await staff.get(`${url}?partners=${tooMany}`)).json().fields).toEqual({
    partners: 'Choose at most 200 partners',
  })
  expect((await (await portal.signIn(ann.user)).get(url)).statusCode).toBe(403)
  expect((await portal.visit().get(url)).statusCode).toBe(401)
})

test('only staff can list the partners to choose from, which are sorted by name', async () => {
  const choices = (await staff.get('/api/admin/partners')).json()
  expect(choices).toHaveLength(5)
  const names = choices.map(({ fullName }: { fullName: string }) => fullName)
  expect(names).toEqual([...names].sort())
  expect(choices[0]).toEqual({
    id: expect.any(String),
    fullName: names[0],
    businessName: expect.any(String),
  })
})

test('a check says how many partners see something, how many are emailed, and why the others are not', async () => {
  const reader = await inGroup('Dunes')
  const uninvited = await inGroup('Dunes')
  const refused = await inGroup('Dunes')
  const optedOut = await inGroup('Dunes')
  // A colleague gets the emails that the owner of this partner turned off.
  const withColleague = await inGroup('Dunes')
  await createMember(portal, { partnerId: withColleague.profile.id })
  await inGroup('Dunes', null, 'documents')
  await inGroup('Dunes', new Date())
  await db.update(users).set({ invitedAt: null }).where(eq(users.id, uninvited.user.id))
  await db.update(users).set({ emailRefusedAt: new Date() }).where(eq(users.id, refused.user.id))
  for (const { user } of [optedOut, withColleague])
    await db.insert(userEmailPreferences).values({ userId: user.id, emailOff: ['resourceNotifications'] })
  const dunes = { assignedPartnerIds: [], assignedGroup: 'dunes' }
  const check = async (body: object) => (await staff.post(`${url}/check`, body)).json()
  expect(await check({ about: 'resource_added', ...dunes })).toEqual({
    partners: 6,
    emailed: 2,
    leftOut: { in_onboarding: 1, never_invited: 1, address_refused: 1, opted_out: 1 },
  })
  expect(await check({ about: 'announcement', ...dunes })).toEqual({
    partners: 6,
    emailed: 4,
    leftOut: { never_invited: 1, address_refused: 1 },
  })
  const one = { assignedPartnerIds: [reader.profile.id], assignedGroup: null }
  expect(await check({ about: 'announcement', ...one })).toEqual({ partners: 1, emailed: 1, leftOut: {} })
  const nobody = { assignedPartnerIds: [], assignedGroup: 'Moon' }
  expect(await check({ about: 'announcement', ...nobody })).toEqual({ partners: 0, emailed: 0, leftOut: {} })

  // The notification of a file reaches those that the check has counted; the address that refuses emails is tried.
  const file = await createResource(portal, { assignedGroup: 'Dunes' })
  await notifyOfResource(db, file.id, true, { line: 'Please hang it up' })
  const isOfFile = eq(notifications.resourceId, file.id)
  expect(await db.$count(notifications, and(isOfFile, sql`detail = 'Please hang it up'`))).toBe(6)
  expect(await db.$count(notifications, and(isOfFile, isNotNull(notifications.emailDueAt)))).toBe(4)
})
