import { afterAll, expect, test } from 'vitest'
import type { OnboardingStatus } from '#contract/partners/labels.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'

const portal = await createTestApp()
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
