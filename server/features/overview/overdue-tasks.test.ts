import { sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { listOverdueTasks } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/admin/tasks'
const day = 24 * 60 * 60 * 1000
const daysAgo = (days: number) => new Date(Date.now() - days * day)

const { user, profile } = await createPartner(portal)
const partnerId = profile.id
const due = (days: number, status: 'pending' | 'in_progress' | 'completed' = 'pending') =>
  createTask(portal, { partnerId, dueDate: daysAgo(days), status })

// More than a page: the most overdue was created last.
const overdue = []
for (let days = 1; days <= 53; days += 1)
  overdue.unshift(await due(days, days % 2 ? 'pending' : 'in_progress'))
await due(60, 'completed')
await due(-1)

const browser = await portal.signIn(await createUser(portal, { role: 'support' }))
const read = async (query: string) => {
  const { headers, statusCode, ...answer } = await browser.get(`${url}?${query}`)
  expect(statusCode).toBe(200)
  const rows: { id: string; partner: { id: string } }[] = JSON.parse(answer.body)
  return { ids: rows.map(({ id }) => id), total: headers['x-total-count'], rows }
}
const ids = overdue.map(({ id }) => id)

test('the overdue tasks are listed with their partners and their total, the most overdue first', async () => {
  const { ids: found, total, rows } = await read('state=overdue')
  expect(found).toEqual(ids.slice(0, 50))
  expect(total).toBe('53')
  const { fullName, businessName } = profile
  expect(rows[0]?.partner).toEqual({ id: partnerId, fullName, businessName })
})

test('overdue tasks are paged, and the page after the last is empty', async () => {
  const [first, second, third] = [
    await read('state=overdue&limit=50'),
    await read('state=overdue&limit=50&page=2'),
    await read('state=overdue&limit=50&page=3'),
  ]
  expect([...first.ids, ...second.ids]).toEqual(ids)
  expect(third).toMatchObject({ ids: [], total: '53' })
})

test('without a state the newest tasks are listed, and paged when a page is requested', async () => {
  const [all, first, second] = [await read(''), await read('limit=3'), await read('limit=3&page=2')]
  expect(all.ids).toHaveLength(50)
  expect(all.total).toBeUndefined()
  expect(all.ids.slice(0, 6)).toEqual([...first.ids, ...second.ids])
  expect(first.total).toBe('55')
})

test('the list is closed to partners and visitors, and refuses another state', async () => {
  expect((await browser.get(`${url}?state=late`)).json()).toMatchObject({
    fields: { state: expect.any(String) },
  })
  expect((await (await portal.signIn(user)).get(`${url}?state=overdue`)).statusCode).toBe(403)
  expect((await portal.visit().get(`${url}?state=overdue`)).statusCode).toBe(401)
})

test('the overdue tasks are read from their index', async () => {
  const plan = await portal.db.transaction(async (tx) => {
    // With a few rows PostgreSQL would read the whole table.
    await tx.execute(sql`set local enable_seqscan = off`)
    await tx.execute(sql`set local enable_bitmapscan = off`)
    const { rows } = await tx.execute(sql`explain ${listOverdueTasks(tx, { limit: 50 })}`)
    return JSON.stringify(rows)
  })
  expect(plan).toContain('Index Scan using partner_tasks_open_due')
})
