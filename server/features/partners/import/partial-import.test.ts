import { eq } from 'drizzle-orm'
import { afterAll, describe, expect, test } from 'vitest'
import type { PartnerImportPlan } from '#contract/partners/import.ts'
import { users } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import { createUser, taskForm } from '#test/factories.ts'

const portal = await createTestApp()
const { db } = portal
afterAll(portal.close)

/** Signs in a new member of staff each time, since imports are rate limited per user. */
const signInStaff = async () => portal.signIn(await createUser(portal, { role: 'support' }))
const url = '/api/admin/partners/import'

let number = 0
const newEmail = () => {
  number += 1
  return `sheet-${number}@harbor.example`
}
const headings = [
  'Full name',
  'Email',
  'State',
  'Business name',
  'Main marketing contact',
  'Business website',
]
/** The cells of a row that can be imported. */
const cellsOf = (email = newEmail()) => [
  'Ana Ortiz',
  email,
  'FL',
  'Harbor Loft',
  'Lee Ortiz',
  'https://harbor.example',
]

const send = async (path: string, text: string) =>
  (await signInStaff()).post(`${url}${path}`, text, { 'content-type': 'text/csv' })
const plan = async (text: string): Promise<PartnerImportPlan> => {
  const response = await send('/check', text)
  expect(response.statusCode, response.body).toBe(200)
  return response.json()
}
const imported = (text: string, query = '') => send(query, text)

describe('an unknown column', () => {
  const text = () =>
    [
      ['Record ID', ...headings, '', '', 'Why not imported'],
      ['7', ...cellsOf(), '', 'left behind', 'State is required'],
    ]
      .map((row) => row.join(','))
      .join('\n')

  test('refuses the import unless it is to be left out', async () => {
    const file = text()
    const refused = await imported(file)
    expect([refused.statusCode, refused.json().message]).toEqual([400, 'Unknown column "Record ID".'])
    expect((await imported(file, '?skipUnknownColumns=1')).json()).toMatchObject({
      partners: 1,
      users: 1,
      changed: 0,
      refused: 0,
    })
  })
})

test('bad rows do not stop the others when they are to be skipped, and are returned unchanged', async () => {
  const emails = [newEmail(), newEmail(), newEmail()]
  const [good, other] = [cellsOf(emails[0]), cellsOf(emails[2])]
  const bad = cellsOf(emails[1]).map((cell) => (cell === 'FL' ? 'Nowhere' : cell))
  const file = [headings, good, bad, other].map((row) => row.join(',')).join('\n')
  const { rows, heading, ...counts } = await plan(file)
  expect(counts).toMatchObject({ added: 2, refused: 1 })
  expect(heading).toEqual(headings)
  expect(rows.map(({ cells }) => cells)).toEqual([[], bad, []])
  expect((await imported(file)).statusCode).toBe(400)
  expect((await imported(file, '?skipRefused=1')).json()).toMatchObject({
    partners: 2,
    users: 2,
    changed: 0,
    refused: 1,
  })
  const corrected = [
    ['Why not imported', ...headings],
    ['Enter a state', ...bad.map((cell) => (cell === 'Nowhere' ? 'Florida' : cell))],
  ]
  expect((await imported(corrected.map((row) => row.join(',')).join('\n'))).json()).toMatchObject({
    partners: 1,
    users: 1,
    changed: 0,
    refused: 0,
  })
  // When no good row is left, the import fails as a whole.
  expect(
    (await imported([headings, bad].map((row) => row.join(',')).join('\n'), '?skipRefused=1')).statusCode,
  ).toBe(400)
})

test('the check counts the open tasks that the partners will get, and lists the groups with the new ones marked', async () => {
  const [known, added] = [`Coast ${crypto.randomUUID()}`, `Hills ${crypto.randomUUID()}`]
  await createUser(portal, { partnerGroup: known })
  for (const taskName of ['Hang the posters', 'Send photos']) {
    const response = await (await signInStaff()).post('/api/tasks', {
      ...taskForm,
      taskName,
      assignedGroup: known,
    })
    expect(response.statusCode, response.body).toBe(201)
  }
  const invited = await createUser(portal, { partnerGroup: known })
  const spellings = [known, ` ${known.toUpperCase()} `, known, added, added.toLowerCase(), '']
  const emails = spellings.map((_spelling, index) => (index === 2 ? invited.email : newEmail()))
  const rows = spellings.map((group, index) => [...cellsOf(emails[index]), group])
  const file = [[...headings, 'Group'], ...rows].map((row) => row.join(',')).join('\n')
  const { groups, openTasks, emailed, added: good } = await plan(file)
  expect({ groups, openTasks, emailed, good }).toEqual({
    groups: [
      { name: known, partners: 3, isNew: false },
      { name: added, partners: 2, isNew: true },
    ],
    openTasks: 6,
    emailed: 1,
    good: 6,
  })
  expect((await imported(file)).statusCode).toBe(201)
  const stored = await db.select().from(users).where(eq(users.partnerGroup, added))
  expect(stored.map(({ email }) => email).sort()).toEqual(emails.slice(3, 5).sort())
})
