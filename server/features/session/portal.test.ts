import { expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

test('a signed-in user gets the name of the company, a visitor does not', async () => {
  await using portal = await createTestApp({ settings: { COMPANY_NAME: 'Example Health' } })
  const browser = await portal.signIn(await createUser(portal))
  expect((await browser.get('/api/portal')).json()).toEqual({ companyName: 'Example Health' })
  expect((await portal.visit().get('/api/portal')).statusCode).toBe(401)
})
