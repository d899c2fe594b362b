import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { taskSortColumns, taskSorts } from '#contract/task-sorts.ts'
import { refreshAllPartnerFacts } from '#server/db/partner-facts.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskComments, taskProofs } from '#server/db/schema/tasks.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createPartner, createTask, createUser } from '#test/factories.ts'
import { countAllTasks, findParts, isChosen, listAllTasks, type TaskFilter } from './data.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/admin/tasks'
const day = 24 * 60 * 60 * 1000
const inDays = (days: number) => new Date(Date.now() + days * day)

const anna = await createPartner(portal, { fullName: 'Anna Birk', user: { partnerGroup: 'Coast' } })
const zoe = await createPartner(portal, { fullName: 'Zoe Adler' })
const me = await createUser(portal, { role: 'support', firstName: 'Mia', lastName: 'Moss' })
const colleague = await createUser(portal, { role: 'admin', firstName: 'Abe', lastName: 'Ash' })
const browser = await portal.signIn(me)

// The tasks get different times, since tasks of the same millisecond have no order.
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000)
const tasks = {
  late: await createTask(portal, {
    partnerId: zoe.profile.id,
    taskName: 'Banner at the door',
    dueDate: inDays(-3),
    status: 'in_progress',
    ownerId: colleague.id,
    createdAt: secondsAgo(3),
  }),
  done: await createTask(portal, {
    partnerId: zoe.profile.id,
    taskName: 'Archive 100% of it',
    dueDate: inDays(-9),
    status: 'completed',
    taskType: 'digital_social',
    createdAt: secondsAgo(2),
  }),
  soon: await createTask(portal, {
    partnerId: anna.profile.id,
    taskName: 'chalk board',
    dueDate: inDays(2),
    taskType: 'ooh_screen_placement',
    ownerId: me.id,
    createdAt: secondsAgo(1),
  }),
  later: await createTask(portal, {
    partnerId: anna.profile.id,
    taskName: 'Door sign',
    dueDate: inDays(30),
    createdAt: inDays(-40),
  }),
}
await createTask(portal, { taskName: 'Deleted banner', deletedAt: new Date(), dueDate: inDays(-1) })
const names = new Map(Object.entries(tasks).map(([name, { id }]) => [id, name]))

const read = async (query: string | Record<string, string>) => {
  const response = await browser.get(`${url}?${new URLSearchParams(query)}`)
  expect(response.statusCode, response.body).toBe(200)
  const rows: { id: string }[] = response.json()
  return { found: rows.map(({ id }) => names.get(id)), total: response.headers['x-total-count'], rows }
}

describe('the list of the tasks of all partners', () => {
  test('has them with their partners and owners, the newest first, and no deleted ones', async () => {
    await portal.db.insert(taskComments).values({ taskId: tasks.soon.id, body: 'Done soon' })
    await portal.db.insert(taskProofs).values(
      [1, 2].map((n) => ({
        taskId: tasks.soon.id,
        filePath: `proof${n}`,
        fileType: 'png' as const,
        fileSize: 5,
        fileSha256: 'x'.repeat(64),
      })),
    )
    const { found, total, rows } = await read('')
    expect(found).toEqual(['soon', 'done', 'late', 'later'])
    expect(total).toBe('4')
    const { id, fullName, businessName } = anna.profile
    expect(rows[0]).toMatchObject({
      partner: { id, fullName, businessName },
      owner: { id: me.id, name: 'Mia Moss' },
      proofCount: 2,
      commentCount: 1,
    })
    expect(rows[1]).toMatchObject({ owner: null, proofCount: 0, commentCount: 0 })
  })

  test.each([
    [{ search: 'door' }, ['late', 'later']],
    [{ search: 'DOOR sign' }, ['later']],
    [{ search: '100%' }, ['done']],
    [{ search: 'nothing like it' }, []],
    [{ state: 'open' }, ['late', 'soon', 'later']],
    [{ state: 'in_progress' }, ['late']],
    [{ taskType: 'physical' }, ['late', 'later']],
    [{ due: 'overdue' }, ['late']],
    [{ from: inDays(0).toISOString() }, ['soon', 'later']],
    [{ from: inDays(-5).toISOString(), until: inDays(5).toISOString() }, ['late', 'soon']],
    [{ from: tasks.soon.dueDate.toISOString() }, ['soon', 'later']],
    [{ until: tasks.soon.dueDate.toISOString() }, ['done', 'late']],
    [{ partnerId: zoe.profile.id }, ['done', 'late']],
    [{ partnerId: crypto.randomUUID() }, []],
    [{ partnerGroup: 'Coast' }, ['soon', 'later']],
    [{ partnerGroup: 'Inland' }, []],
    [{ owner: 'me' }, ['soon']],
    [{ owner: 'none' }, ['done', 'later']],
    [{ owner: colleague.id }, ['late']],
    [{ partnerGroup: 'Coast', state: 'pending', owner: 'none', search: 'sign' }, ['later']],
  ])('is narrowed by %j', async (filter, expected) => {
    const { found, total } = await read({ ...filter, sort: 'due', limit: '10' } as Record<string, string>)
    expect(found).toEqual(expected)
    expect(total).toBe(String(expected.length))
  })

  test.each([
    ['is a partner by now', { role: 'user' }],
    ['is disabled', { disabledAt: new Date() }],
  ] as const)('finds among those of nobody the tasks of an owner who %s', async (_why, change) => {
    const { role, disabledAt } = colleague
    await portal.db.update(users).set(change).where(eq(users.id, colleague.id))
    expect((await read({ owner: 'none', sort: 'due' })).found).toEqual(['done', 'late', 'later'])
    await portal.db.update(users).set({ role, disabledAt }).where(eq(users.id, colleague.id))
    expect((await read({ owner: 'none', sort: 'due' })).found).toEqual(['done', 'later'])
  })

  test.each([
    ['created', ['later', 'late', 'done', 'soon']],
    ['-created', ['soon', 'done', 'late', 'later']],
    ['due', ['done', 'late', 'soon', 'later']],
    ['-due', ['later', 'soon', 'late', 'done']],
    ['name', ['done', 'late', 'soon', 'later']],
    ['-name', ['later', 'soon', 'late', 'done']],
    ['partner', ['soon', 'later', 'done', 'late']],
    ['-partner', ['done', 'late', 'soon', 'later']],
    ['type', ['done', 'soon', 'late', 'later']],
    ['-type', ['late', 'later', 'soon', 'done']],
    ['status', ['soon', 'later', 'late', 'done']],
    ['-status', ['done', 'late', 'soon', 'later']],
    ['owner', ['late', 'soon', 'done', 'later']],
    ['-owner', ['soon', 'late', 'done', 'later']],
  ])('is sorted by %s', async (sort, expected) => {
    expect((await read({ sort })).found).toEqual(expected)
  })

  test('is paged', async () => {
    const [first, second, third] = [
      await read('sort=due&limit=3'),
      await read('sort=due&limit=3&page=2'),
      await read('sort=due&limit=3&page=3'),
    ]
    expect([...first.found, ...second.found]).toEqual(['done', 'late', 'soon', 'later'])
    expect([first.total, second.total]).toEqual(['4', '4'])
    expect(third).toMatchObject({ found: [], total: '4' })
  })

  test('is closed to partners and visitors, and refuses unknown values', async () => {
    for (const query of ['state=late', 'owner=you', 'sort=size', 'from=tomorrow', 'due=soon']) {
      expect((await browser.get(`${url}?${query}`)).statusCode, query).toBe(400)
    }
    expect((await (await portal.signIn(anna.user)).get(url)).statusCode).toBe(403)
    expect((await portal.visit().get(url)).statusCode).toBe(401)
  })
})

describe('of 10,000 tasks', () => {
  beforeAll(async () => {
    // One statement for all of them would take as long as a request may on a slow machine.
    for (let first = 1; first < 10_000; first += 2000) {
      await portal.db.execute(sql`
        with definition as (
          insert into task_definitions (task_name, task_type, due_date, created_at, assigned_partner_ids, is_for_one)
          select 'Copy ' || n, 'physical', now() + (n - 5000) * interval '1 hour', now() - n * interval '1 minute',
            array[${zoe.profile.id}::text], true
          from generate_series(${first}::int, ${first + 1999}::int) as n returning *)
        insert into partner_tasks (id, definition_id, partner_id, task_name, task_type, due_date, created_at, status)
        select id, id, ${zoe.profile.id}::uuid, task_name, task_type, due_date, created_at,
          (array['pending', 'in_progress', 'completed', 'completed', 'completed'])[(row_number() over ()) % 5 + 1]
        from definition`)
    }
    await refreshAllPartnerFacts(portal.db)
    await portal.db.execute(sql`analyze`)
  })

  const all: TaskFilter = { search: null, partnerGroup: null }
  const page = { page: 1, limit: 50 }
  const planOf = async (filter: Partial<TaskFilter>, sort: (typeof taskSorts)[number]) => {
    const query = findParts(portal.db, isChosen(portal.db, { ...all, ...filter }), sort).limit(page.limit)
    const { rows } = await portal.db.execute(sql`explain ${query}`)
    return JSON.stringify(rows)
  }

  test.each([
    [{}, 'due', 'task_facts_due'],
    [{}, '-due', 'task_facts_due'],
    [{}, '-created', 'task_facts_created'],
    [{}, 'name', 'partner_tasks_name'],
    [{}, 'type', 'task_facts_type'],
    [{}, '-type', 'task_facts_type_down'],
    [{}, 'status', 'task_facts_status'],
    [{}, '-status', 'task_facts_status_down'],
    [{ due: 'overdue' }, 'due', 'task_facts_due'],
    [{ from: inDays(1), until: inDays(2) }, 'due', 'task_facts_due'],
  ] as const)('a page of %j by %s is read from its index', async (filter, sort, index) => {
    const plan = await planOf(filter, sort)
    expect(plan).toMatch(new RegExp(`using ${index}|on ${index}`))
    expect(plan).not.toContain('Seq Scan')
  })

  test('a page is read quickly in every order', async () => {
    const begun = performance.now()
    for (const sort of taskSorts) expect(await listAllTasks(portal.db, all, sort, page)).toHaveLength(50)
    // A query that scans a table for each row would take minutes.
    expect((performance.now() - begun) / taskSorts.length).toBeLessThan(500)
    expect(taskSorts).toHaveLength(2 * taskSortColumns.length)
    expect(await countAllTasks(portal.db, all)).toBe(10_004)
    expect(await portal.db.$count(partnerTasks)).toBe(10_005)
  })
})
