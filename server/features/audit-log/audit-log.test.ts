import { parse } from 'csv-parse/sync'
import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import { actionsOfKind, auditActions, auditKinds } from '#contract/audit-actions.ts'
import type { AuditEvent } from '#contract/audit-log.ts'
import { auditLog } from '#server/db/schema/audit.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createFolder, createResource, createUser } from '#test/factories.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

const url = '/api/admin/audit-log'
const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))

const [ann, ben] = [
  { id: crypto.randomUUID(), name: 'Ann Lee', email: 'ann@team.test' },
  { id: crypto.randomUUID(), name: 'Ben Ray', email: 'ben@team.test' },
]
const thing = crypto.randomUUID()
const entry = (
  actor: typeof ann,
  action: 'task.created' | 'user.disabled',
  day: number,
  subject = thing,
) => ({
  at: new Date(Date.UTC(2025, 0, day)),
  actorId: actor.id,
  actorName: actor.name,
  actorEmail: actor.email,
  actorRole: 'support' as const,
  action,
  subjectId: subject,
  subjectName: `Day ${day}`,
  before: { name: '=1+1' },
  after: { name: 'new' },
})
await db.insert(auditLog).values([
  entry(ann, 'task.created', 1),
  entry(ann, 'user.disabled', 2, crypto.randomUUID()),
  entry(ben, 'task.created', 3),
  entry(ben, 'user.disabled', 4),
  // Ben was renamed, after all events that are listed below.
  entry({ ...ben, name: 'Ben Vale' }, 'user.disabled', 100),
])

const list = async (query: string) => {
  const response = await admin.get(`${url}?until=2025-02-01T00:00:00Z&${query}`)
  expect(response.statusCode, response.body).toBe(200)
  const entries = response.json<AuditEvent[]>()
  return {
    entries,
    days: entries.map(({ subject }) => Number(subject.name.slice(4))),
    total: Number(response.headers['x-total-count']),
  }
}

describe('the audit log', () => {
  test('lists actor, action, subject, and values before and after, latest first', async () => {
    const { entries, days } = await list('')
    expect(days).toEqual([4, 3, 2, 1])
    expect(entries[3]).toEqual({
      id: entries[3]?.id,
      at: '2025-01-01T00:00:00.000Z',
      actor: { ...ann, role: 'support' },
      action: 'task.created',
      subject: { id: thing, name: 'Day 1' },
      before: { name: '=1+1' },
      after: { name: 'new' },
    })
  })

  test.each([
    [`person=${ann.id}`, [2, 1]],
    ['action=task.created', [3, 1]],
    ['kind=sign_in', []],
    [`kind=change&person=${ben.id}`, [4, 3]],
    [`subject=${thing}`, [4, 3, 1]],
    ['from=2025-01-02T00:00:00Z', [4, 3, 2]],
    [`person=${ben.id}&action=user.disabled&from=2025-01-04T00:00:00Z`, [4]],
  ])('can be filtered by %s', async (query, days) => {
    expect(await list(query)).toMatchObject({ days, total: days.length })
  })

  test('has pages', async () => {
    expect(await list('limit=3')).toMatchObject({ days: [4, 3, 2], total: 4 })
    expect(await list('limit=3&page=2')).toMatchObject({ days: [1], total: 4 })
  })

  test('lists its actors by their current names', async () => {
    const people = async (query = '') => {
      const response = await admin.get(`${url}/people${query}`)
      return { people: response.json<object[]>(), total: Number(response.headers['x-total-count']) }
    }
    const renamed = { ...ben, name: 'Ben Vale' }
    expect(await people()).toEqual({ people: [ann, renamed], total: 2 })
    expect(await people('?search=ben%20TEAM')).toEqual({ people: [renamed], total: 1 })
    expect(await people('?search=ray')).toEqual({ people: [], total: 0 })
    expect(await people('?limit=1')).toEqual({ people: [ann], total: 2 })
    expect(await people('?limit=1&page=2')).toEqual({ people: [renamed], total: 2 })
    expect(await people(`?id=${ben.id}`)).toEqual({ people: [renamed], total: 1 })
    expect(await people(`?id=${crypto.randomUUID()}`)).toEqual({ people: [], total: 0 })
  })

  test('lists each kind by itself, and every action belongs to one kind', async () => {
    const user = await createUser(portal, { role: 'support' })
    const browser = await portal.signIn(user)
    await browser.post('/api/resource-folders', { name: 'Kinds', category: 'creative' })
    await browser.get('/api/admin/partners/export')
    await browser.get('/api/logout')
    const actions = async (kind: string) => {
      const response = await admin.get(`${url}?person=${user.id}&kind=${kind}`)
      return response.json<AuditEvent[]>().map(({ action }) => action)
    }
    expect(await actions('change')).toEqual(['folder.created'])
    expect((await actions('access')).sort()).toEqual(['export.ended', 'export.started'])
    expect(await actions('sign_in')).toEqual(['session.signed_out'])
    const all = auditKinds.flatMap(actionsOfKind)
    expect(all.toSorted()).toEqual([...auditActions].sort())
  })

  test('can be exported as a CSV file, filtered, without a formula in any cell', async () => {
    const response = await admin.get(`${url}/export?person=${ann.id}`)
    const rows = parse<Record<string, string>>(response.body, { bom: true, columns: true })
    expect(rows.map(({ Subject, Person, Action }) => [Subject, Person, Action])).toEqual([
      ['Day 2', 'Ann Lee', 'user.disabled'],
      ['Day 1', 'Ann Lee', 'task.created'],
    ])
    expect(JSON.parse(rows[1]?.Before ?? '')).toEqual({ name: '=1+1' })
  })

  test('is closed to support', async () => {
    const support = await portal.signIn(await createUser(portal, { role: 'support' }))
    for (const path of ['', '/people', '/export'])
      expect((await support.get(url + path)).statusCode).toBe(403)
  })
})

describe('an audit event', () => {
  const signInStaff = async () => {
    const user = await createUser(portal, { role: 'support', firstName: 'Sue', lastName: 'Ray' })
    return { user, browser: await portal.signIn(user) }
  }

  test('remains after its actor is deleted', async () => {
    const { user, browser } = await signInStaff()
    await browser.post('/api/resource-folders', { name: 'Summer', category: 'creative' })
    await db.delete(users).where(eq(users.id, user.id))
    expect(await auditEventsOf(portal, user)).toMatchObject([{ action: 'folder.created' }])
  })

  test('is not written when the transaction of its change is rolled back', async () => {
    const { user, browser } = await signInStaff()
    const missing = crypto.randomUUID()
    await browser.remove(`/api/resource-folders/${missing}`)
    await browser.put(`/api/tasks/${missing}`, { status: 'completed' })
    await browser.post('/api/tasks', {})
    expect(await auditEventsOf(portal, user)).toEqual([])
  })

  test('contains only the fields of a folder or file that have changed', async () => {
    const { user, browser } = await signInStaff()
    const folder = await createFolder(portal)
    const resource = await createResource(portal)
    await browser.put(`/api/resource-folders/${folder.id}`, { name: 'Winter' })
    await browser.put(`/api/resource-folders/${folder.id}`, { name: 'Winter' })
    const details = { category: 'creative', folderId: folder.id, assignedPartnerIds: [], assignedGroup: null }
    await browser.put(`/api/resources/${resource.id}`, { title: resource.title, ...details })
    await browser.remove(`/api/resources/${resource.id}`)
    await browser.remove(`/api/resource-folders/${folder.id}`)
    expect(await auditEventsOf(portal, user)).toMatchObject([
      { action: 'folder.changed', before: { name: folder.name }, after: { name: 'Winter' } },
      { action: 'resource.changed', before: { folderId: null }, after: { folderId: folder.id } },
      { action: 'resource.deleted', subjectName: resource.title, after: null },
      { action: 'folder.deleted', before: { name: 'Winter', category: 'creative' } },
    ])
    const [, changed] = await auditEventsOf(portal, user)
    expect(changed?.after).toEqual({ folderId: folder.id })
  })
})
