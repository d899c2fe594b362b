import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { auditEventsOf } from '#test/audit-events.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const url = '/api/saved-replies'
const signInStaff = async () => {
  const user = await createUser(portal, { role: 'support' })
  return { user, browser: await portal.signIn(user) }
}

test('a reply is shared by the team, and creating, changing and deleting it is in the audit log', async () => {
  const { user, browser } = await signInStaff()
  const colleague = (await signInStaff()).browser
  const text = 'Hello {{first_name}},\nthank you.\n{{staff_name}}'
  const created = await browser.post(url, { title: ' Thanks ', text })
  expect(created.statusCode).toBe(201)
  const reply = created.json()
  expect(reply).toEqual({
    id: expect.any(String),
    title: 'Thanks',
    text,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  })
  expect((await colleague.get(url)).json()).toContainEqual(reply)

  const changed = await browser.put(`${url}/${reply.id}`, { title: 'Thanks', text: 'Thank you.' })
  expect(changed.json()).toMatchObject({ id: reply.id, text: 'Thank you.' })
  const late = await colleague.put(`${url}/${reply.id}`, { title: 'T', text, updatedAt: reply.updatedAt })
  expect(late.statusCode).toBe(409)
  // Without a change, nothing is recorded.
  await browser.put(`${url}/${reply.id}`, { title: 'Thanks', text: 'Thank you.' })
  expect((await browser.remove(`${url}/${reply.id}`)).statusCode).toBe(204)
  expect((await browser.remove(`${url}/${reply.id}`)).statusCode).toBe(404)
  expect((await browser.put(`${url}/${reply.id}`, { title: 'T', text })).statusCode).toBe(404)
  expect((await colleague.get(url)).json()).not.toContainEqual(expect.objectContaining({ id: reply.id }))

  expect(await auditEventsOf(portal, user)).toEqual([
    {
      action: 'saved_reply.created',
      subjectId: reply.id,
      subjectName: 'Thanks',
      before: null,
      after: { id: reply.id, title: 'Thanks', text },
    },
    {
      action: 'saved_reply.changed',
      subjectId: reply.id,
      subjectName: 'Thanks',
      before: { text },
      after: { text: 'Thank you.' },
    },
    {
      action: 'saved_reply.deleted',
      subjectId: reply.id,
      subjectName: 'Thanks',
      before: { id: reply.id, title: 'Thanks', text: 'Thank you.' },
      after: null,
    },
  ])
})

test('an unknown placeholder is refused with a list of the known ones', async () => {
  const { browser } = await signInStaff()
  for (const text of ['Hi {{firstname}}', 'Hi {{ }}', '{{first_name}} {{first name}}', '{{__proto__}}']) {
    const response = await browser.post(url, { title: 'Hi', text })
    expect(response.statusCode, text).toBe(400)
    const [, wrong = ''] = /(\{\{(?!first_name\}\})[^{}]*\}\})/.exec(text) ?? []
    expect(response.json().fields.text).toBe(
      `${wrong} is not a placeholder. Use {{first_name}}, {{full_name}}, {{business_name}} and {{staff_name}}.`,
    )
  }
  expect(
    (await browser.post(url, { title: 'Braces', text: 'a {b} {{ c } {{ FIRST_NAME }}' })).statusCode,
  ).toBe(201)
})

test('a title is unique, ignoring case', async () => {
  const { browser } = await signInStaff()
  const [one, other] = [
    (await browser.post(url, { title: 'Setting up', text: 'x' })).json(),
    (await browser.post(url, { title: 'Taking down', text: 'x' })).json(),
  ]
  const again = await browser.post(url, { title: 'SETTING UP', text: 'x' })
  expect([again.statusCode, again.json().fields]).toEqual([
    409,
    { title: 'A reply with this title already exists.' },
  ])
  expect((await browser.put(`${url}/${other.id}`, { title: 'setting up', text: 'x' })).statusCode).toBe(409)
  expect((await browser.put(`${url}/${one.id}`, { title: 'SETTING UP', text: 'x' })).statusCode).toBe(200)
})

test('the list is ordered by title, can be searched by title and text, and comes in pages', async () => {
  await using own = await createTestApp()
  const browser = await own.signIn(await createUser(own, { role: 'admin' }))
  for (const [title, text] of [
    ['parking', 'Behind the hall.'],
    ['Banner', 'The 100% cotton one.'],
    ['Arrival', 'At eight, behind the hall.'],
  ])
    await browser.post(url, { title, text })
  const titles = async (query: string) => {
    const response = await browser.get(url + query)
    const rows = response.json<{ title: string }[]>()
    return [rows.map(({ title }) => title), response.headers['x-total-count']]
  }
  expect(await titles('')).toEqual([['Arrival', 'Banner', 'parking'], '3'])
  expect(await titles('?search=HALL%20behind')).toEqual([['Arrival', 'parking'], '2'])
  expect(await titles('?search=100%25&limit=5')).toEqual([['Banner'], '1'])
  expect(await titles('?limit=2&page=2')).toEqual([['parking'], '3'])
})
