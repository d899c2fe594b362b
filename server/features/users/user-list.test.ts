import { eq, inArray, sql } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createUser } from '#test/factories.ts'
import { compactUserCounts } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const support = await createUser(portal, {
  role: 'support',
  email: 'sue@team.test',
  firstName: 'Sue',
  lastName: 'Ray',
  createdAt: new Date('2026-01-01T00:00:00Z'),
})
const browser = await portal.signIn(support)
const people = [
  ['Ann', 'Lee', 'ann.lee@coast.test', 'Coast', '2026-02-01'],
  ['Ben', 'Ångström', 'ben@coast.test', 'Coast', '2026-02-02'],
  ['Cid', '100%_sure', 'cid@inland.test', 'Inland', '2026-02-03'],
  [null, null, 'nobody@example.test', null, '2026-02-04'],
] as const
for (const [firstName, lastName, email, partnerGroup, day] of people) {
  const createdAt = new Date(`${day}T00:00:00Z`)
  await createUser(portal, { firstName, lastName, email, partnerGroup, createdAt })
}
const partner = await createPartner(portal, {
  user: {
    firstName: 'Dana',
    lastName: 'Lee',
    email: 'dana@coast.test',
    partnerGroup: 'Coast',
    createdAt: new Date('2026-02-05T00:00:00Z'),
  },
})

interface Listed {
  email: string
  hasPartnerProfile: boolean
  partnerId: string | null
}

const list = async (query: string) => {
  const response = await browser.get(`/api/admin/users-with-partner-status?${query}`)
  expect(response.statusCode, response.body).toBe(200)
  const { users, total } = response.json<{ users: Listed[]; total: number }>()
  expect(response.headers['x-total-count']).toBe(String(total))
  return { users, total, names: users.map(({ email }) => email.split('@')[0]) }
}

describe('the list of users', () => {
  test('is sorted by newest first, and shows who is a partner', async () => {
    const { users, total, names } = await list('')
    expect(total).toBe(6)
    expect(names).toEqual(['dana', 'nobody', 'cid', 'ben', 'ann.lee', 'sue'])
    expect(users[0]).toMatchObject({ hasPartnerProfile: true, partnerId: partner.profile.id })
    expect(users[1]).toMatchObject({ hasPartnerProfile: false, partnerId: null, disabledAt: null })
  })

  test('is paged, with the total of all', async () => {
    expect(await list('limit=4')).toMatchObject({ total: 6, names: ['dana', 'nobody', 'cid', 'ben'] })
    expect(await list('limit=4&page=2')).toMatchObject({ total: 6, names: ['ann.lee', 'sue'] })
    expect(await list('limit=3&profile=none&page=2')).toMatchObject({ total: 5, names: ['ann.lee', 'sue'] })
    expect(await list('limit=4&page=3')).toMatchObject({ total: 6, names: [] })
  })

  test.each([
    ['search=lee', ['dana', 'ann.lee']],
    ['search=LEE+coast', ['dana', 'ann.lee']],
    ['search=lee+ann', ['ann.lee']],
    ['search=ÅNGSTRÖM', ['ben']],
    ['search=%25', ['cid']],
    ['search=_', ['cid']],
    ['search=%5C', []],
    ['search=Ann+Lee&role=user', ['ann.lee']],
    ['role=support', ['sue']],
    ['role=admin', []],
    ['partnerGroup=Coast', ['dana', 'ben', 'ann.lee']],
    ['partnerGroup=coast', ['dana', 'ben', 'ann.lee']],
    ['partnerGroup=Coast&search=ben&role=user', ['ben']],
    ['profile=has', ['dana']],
    ['profile=none', ['nobody', 'cid', 'ben', 'ann.lee', 'sue']],
    ['profile=none&role=user&partnerGroup=Coast', ['ben', 'ann.lee']],
    ['profile=invited', ['nobody', 'cid', 'ben', 'ann.lee', 'sue']],
    ['profile=none&search=lee', ['ann.lee']],
    ['profile=has&role=support', []],
    ['search=', ['dana', 'nobody', 'cid', 'ben', 'ann.lee', 'sue']],
  ])('with %s finds %j', async (query, names) => {
    expect(await list(query)).toMatchObject({ names, total: names.length })
  })

  test('of invited users leaves out disabled ones', async () => {
    const disabled = await createUser(portal, { disabledAt: new Date() })
    expect((await list('profile=none')).total).toBe(6)
    expect((await list('profile=invited')).total).toBe(5)
    await portal.db.delete(users).where(eq(users.id, disabled.id))
  })

  test.each(['role=boss', 'limit=101', 'limit=0', 'page=0', 'sort=x', 'role=', 'profile=some'])(
    'with %s is refused',
    async (query) => {
      expect((await browser.get(`/api/admin/users-with-partner-status?${query}`)).statusCode).toBe(400)
    },
  )
})

test('a single user has the same fields as in the list, and an unknown one is not found', async () => {
  const { users } = await list('search=dana')
  expect((await browser.get(`/api/admin/users/${partner.user.id}`)).json()).toEqual(users[0])
  expect((await browser.get(`/api/admin/users/${crypto.randomUUID()}`)).statusCode).toBe(404)
})

test('the groups are listed by name, each once', async () => {
  expect((await browser.get('/api/admin/partner-groups')).json()).toEqual(['Coast', 'Inland'])
})

test('the users without a profile are listed by email, without disabled ones', async () => {
  await createUser(portal, { email: 'aaa@example.test', disabledAt: new Date() })
  const url = '/api/admin/users-without-partner-profiles'
  const response = await browser.get(url)
  expect(response.json<{ email: string }[]>().map(({ email }) => email.split('@')[0])).toEqual([
    'ann.lee',
    'ben',
    'cid',
    'nobody',
    'sue',
  ])
  expect(Object.keys(response.json()[0])).toEqual(['id', 'email', 'firstName', 'lastName', 'role'])
  const page = await browser.get(`${url}?search=test&limit=2&page=2`)
  expect(page.json<{ email: string }[]>().map(({ email }) => email)).toEqual([
    'cid@inland.test',
    'nobody@example.test',
  ])
  expect(page.headers['x-total-count']).toBe('5')
})

test('the total is right after creations, updates and deletions, also concurrent ones', async () => {
  const counted = async (query = '') => (await list(`limit=1${query}`)).total
  const real = () => portal.db.$count(users)
  const many = await Promise.all(
    Array.from({ length: 30 }, (_, index) => createUser(portal, { partnerGroup: index % 2 ? 'Odd' : null })),
  )
  expect(await counted()).toBe(await real())
  expect(await counted('&partnerGroup=Odd')).toBe(15)
  const ids = many.map(({ id }) => id)
  await portal.db
    .update(users)
    .set({ partnerGroup: 'Even' })
    .where(inArray(users.id, ids.slice(0, 10)))
  expect(await counted('&partnerGroup=Odd')).toBe(10)
  expect(await counted('&partnerGroup=Even&role=user')).toBe(10)
  await Promise.all(ids.slice(0, 20).map((id) => portal.db.delete(users).where(eq(users.id, id))))
  await Promise.all([compactUserCounts(portal.db), compactUserCounts(portal.db), createUser(portal)])
  expect(await counted()).toBe(await real())
  expect(await counted('&partnerGroup=Even')).toBe(0)
  const failing = portal.db.transaction(async (tx) => {
    await tx.insert(users).values({ email: 'undone@example.test' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  expect(await counted()).toBe(await real())
})

test('the total of an emptied table is zero', async () => {
  await using empty = await createTestApp()
  await createUser(empty)
  // The truncation cascades to the signatures. There are none, but their triggers would refuse it.
  await empty.db.execute(sql`
    alter table document_signatures disable trigger document_signatures_append_only;
    alter table document_countersignatures disable trigger document_countersignatures_append_only;
    alter table document_amendments disable trigger document_amendments_append_only`)
  await empty.db.execute(sql`truncate users cascade`)
  const staff = await createUser(empty, { role: 'support' })
  const response = await (await empty.signIn(staff)).get('/api/admin/users-with-partner-status')
  expect(response.json().total).toBe(1)
})
