import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createUser } from '#test/factories.ts'
import { createSet, createTemplate } from '#test/plan-rows.ts'

const portal = await createTestApp()
afterAll(portal.close)

const staff = await createUser(portal, { role: 'support', firstName: 'Ann', lastName: 'Hill' })
const browser = await portal.signIn(staff)
const url = '/api/admin/task-templates'
const form = { taskName: 'Send <b>the</b> logo', taskType: 'digital_social', dueInDays: 14 }

test('a template is created, changed and deleted, each with its audit event', async () => {
  const created = await browser.post(url, { ...form, ownerId: staff.id })
  expect([created.statusCode, created.json()]).toEqual([
    201,
    expect.objectContaining({
      ...form,
      instructions: null,
      owner: { id: staff.id, name: 'Ann Hill' },
      sets: 0,
    }),
  ])
  const { id, updatedAt } = created.json()
  const change = { ...form, dueInDays: 7, ownerId: null, updatedAt }
  expect((await browser.put(`${url}/${id}`, change)).json()).toMatchObject({ dueInDays: 7, owner: null })
  expect((await browser.put(`${url}/${id}`, change)).statusCode).toBe(409)
  expect((await browser.remove(`${url}/${id}`)).statusCode).toBe(204)
  expect((await browser.get(`${url}/${id}`)).statusCode).toBe(404)
  expect((await auditEventsOf(portal, staff)).slice(-3)).toMatchObject([
    { action: 'task_template.created', after: { dueInDays: 14, owner: 'Ann Hill' } },
    {
      action: 'task_template.changed',
      before: { dueInDays: 14, owner: 'Ann Hill' },
      after: { dueInDays: 7 },
    },
    { action: 'task_template.deleted', before: { taskName: form.taskName } },
  ])
})

test('a name can be used once, ignoring case, even by two requests at once', async () => {
  const responses = await Promise.all(
    ['Ask for photos', 'ASK for photos'].map((taskName) => browser.post(url, { ...form, taskName })),
  )
  expect(responses.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409])
  const other = await createTemplate(portal)
  const renamed = await browser.put(`${url}/${other.id}`, { ...form, taskName: 'ask FOR photos' })
  expect([renamed.statusCode, renamed.json().fields]).toEqual([
    409,
    { taskName: 'A template with this name already exists.' },
  ])
})

test('an owner must be on the team, and stays the owner after leaving it', async () => {
  const partner = await createUser(portal)
  expect((await browser.post(url, { ...form, ownerId: partner.id })).json().fields).toEqual({
    ownerId: 'This staff member no longer exists.',
  })
  const template = await createTemplate(portal, { ownerId: partner.id })
  const kept = await browser.put(`${url}/${template.id}`, { ...form, ownerId: partner.id })
  expect(kept.statusCode).toBe(200)
})

test('a deleted template is removed from the sets that contain it', async () => {
  const [one, two] = [await createTemplate(portal), await createTemplate(portal)]
  const set = await createSet(portal, {}, [one, two])
  expect((await browser.get(`${url}/${one.id}`)).json().sets).toBe(1)
  await browser.remove(`${url}/${one.id}`)
  const { templates } = (await browser.get(`/api/admin/task-sets/${set.id}`)).json()
  expect(templates.map(({ id }: { id: string }) => id)).toEqual([two.id])
})
