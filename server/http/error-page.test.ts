import { createHash } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp()
afterAll(portal.close)

const asPage = { 'sec-fetch-dest': 'document' }

test.each([
  ['/api/nothing', 404, 'Nothing here', 'href="/"'],
  ['/objects/nothing', 401, 'Sign in to continue', 'href="/sign-in"'],
])('an error of %s in a browser is a page with one link to continue', async (path, status, title, link) => {
  const response = await portal.visit().get(path, asPage)
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.body).toContain(`<h1>${title}</h1>`)
  expect(response.body).toContain(link)
  const style = /<style>([\s\S]*)<\/style>/.exec(response.body)?.[1] ?? ''
  const hash = createHash('sha256').update(style).digest('base64')
  expect(response.headers['content-security-policy']).toContain(`style-src 'sha256-${hash}'`)
})

test('the page of staff shows the same to partners without access', async () => {
  const partner = await portal.signIn(await createUser(portal))
  const response = await partner.get('/api/admin/partners/export', asPage)
  expect(response.statusCode).toBe(403)
  expect(response.body).toContain('<h1>No access</h1>')
})

test('scripts read errors as JSON', async () => {
  expect((await portal.visit().get('/api/nothing')).json()).toEqual({
    message: 'Not found',
    code: 'not_found',
  })
})
