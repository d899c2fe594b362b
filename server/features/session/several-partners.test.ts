import { and, eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { partnerMembers } from '#server/db/schema/partner-members.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'

const portal = await createTestApp({ withClient: 'built' })
afterAll(portal.close)

/** Creates a user who owns a partner and is a member of another, each with a task. */
const createManager = async () => {
  const [own, other, foreign] = [
    await createPartner(portal, { status: 'completed', businessName: 'Own Hall' }),
    await createPartner(portal, { status: 'completed', businessName: 'Other Hall' }),
    await createPartner(portal, { status: 'completed' }),
  ]
  const values = { partnerId: other.profile.id, userId: own.user.id, acceptedAt: new Date() }
  await portal.db.insert(partnerMembers).values(values)
  const taskOf = (partnerId: string) => createTask(portal, { partnerId })
  return {
    user: own.user,
    own: { id: own.profile.id, task: await taskOf(own.profile.id) },
    other: { id: other.profile.id, task: await taskOf(other.profile.id) },
    foreignId: foreign.profile.id,
  }
}

const named = (id: string) => ({ 'x-partner-id': id })
const tasksOf = async (browser: Browser, path = '/api/partner/tasks', headers = {}) => {
  const response = await browser.get(path, headers)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<{ id: string }[]>().map(({ id }) => id)
}
const partnerOf = async (browser: Browser, headers = {}) =>
  (await browser.get('/api/auth/user', headers)).json().partnerId

describe('a user of several partners', () => {
  test('reads the partner that the request names, by the header or in the address', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    expect(await tasksOf(browser)).toEqual([own.task.id])
    for (const { id, task } of [own, other]) {
      expect(await tasksOf(browser, undefined, named(id))).toEqual([task.id])
      expect(await tasksOf(browser, `/api/partner/tasks?for=${id}`)).toEqual([task.id])
      expect(await tasksOf(browser, `/api/partner/tasks?limit=5&for=${id}`)).toEqual([task.id])
    }
    expect((await browser.get(`/api/tasks/${other.task.id}`, named(own.id))).statusCode).toBe(404)
  })

  test('reads the last chosen one where no request can name it, each session for itself', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    expect(await partnerOf(browser, named(other.id))).toBe(other.id)
    expect(await tasksOf(browser)).toEqual([other.task.id])
    expect(await partnerOf(browser)).toBe(other.id)
    expect(await partnerOf(await portal.signIn(user))).toBe(own.id)
  })

  test('does not find a partner of others, nor one that they have left', async () => {
    const { user, other, foreignId } = await createManager()
    const browser = await portal.signIn(user)
    expect(await partnerOf(browser, named(other.id))).toBe(other.id)
    for (const path of ['/api/auth/user', '/api/partner/tasks', '/api/resources']) {
      expect((await browser.get(path, named(foreignId))).statusCode).toBe(404)
      expect((await browser.get(path, named('nonsense'))).statusCode).toBe(404)
    }
    const isOwn = and(eq(partnerMembers.partnerId, other.id), eq(partnerMembers.userId, user.id))
    await portal.db.delete(partnerMembers).where(isOwn)
    expect((await browser.get('/api/auth/user', named(other.id))).statusCode).toBe(404)
    expect(await partnerOf(browser)).not.toBe(other.id)
  })

  test('writes only for a partner that the request names', async () => {
    const { user, own, other, foreignId } = await createManager()
    const browser = await portal.signIn(user)
    const work = (id: string, headers = {}) =>
      browser.put(`/api/tasks/${id}`, { status: 'in_progress' }, headers)
    const refused = await work(own.task.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'conflict'])
    expect((await work(own.task.id, named(other.id))).statusCode).toBe(404)
    expect((await work(own.task.id, named(foreignId))).statusCode).toBe(404)
    expect((await work(own.task.id, named(own.id))).statusCode).toBe(200)
    expect((await work(other.task.id, named(other.id))).statusCode).toBe(200)
  })

  test('gets the page of the partner that its address names', async () => {
    const { user, own, other } = await createManager()
    const browser = await portal.signIn(user)
    const page = async (address: string) => (await browser.get(address, { accept: 'text/html' })).body
    // A page whose data take too long comes without them.
    for (const { id } of [other, own]) {
      await expect.poll(() => page(`/?for=${id}`), { timeout: 20_000 }).toContain(`"partnerId":"${id}"`)
    }
  })
})

test('staff and users of one partner need not name one', async () => {
  const { user, profile } = await createPartner(portal, { status: 'completed' })
  const task = await createTask(portal, { partnerId: profile.id })
  const browser = await portal.signIn(user)
  expect((await browser.put(`/api/tasks/${task.id}`, { status: 'in_progress' })).statusCode).toBe(200)
  const staff = await portal.signIn(await createUser(portal, { role: 'admin' }))
  const response = await staff.get('/api/admin/tasks', named(profile.id))
  expect(response.statusCode).toBe(200)
})
