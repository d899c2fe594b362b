import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { cookieOf, openChat, UpgradeRefused } from '#test/chat-client.ts'
import { createUser } from '#test/factories.ts'

const local = await createTestApp({ withClient: true })
const demo = await createTestApp({ settings: { DEMO: 'on', BASE_URL: 'http://localhost:5000' } })
const published = await createTestApp({ settings: { BASE_URL: 'http://portal.example.com' } })
afterAll(() => Promise.all([local.close(), demo.close(), published.close()]))

const own = [
  'localhost',
  'LOCALHOST:5000',
  'portal.localhost:5000',
  '127.0.0.1:5000',
  '127.1.2.3',
  '[::1]:5000',
]
const foreign = [
  'evil.example',
  'evil.example:5000',
  'localhost.evil.example',
  'localhost@evil.example',
  '127.0.0.1.evil.example',
  '192.168.0.10:5000',
  '0.0.0.0:5000',
  '[::]',
  '[::ffff:10.0.0.1]',
  'a b',
]
const addresses = [
  '/',
  '/sign-in',
  '/api/sign-in',
  '/api/login?as=admin@demo.test',
  '/healthz',
  '/nothing-there',
]

describe.each([
  ['without BASE_URL', local],
  ['in the demo', demo],
])('%s', (_where, portal) => {
  test.each(own)('the host name %j is answered', async (host) => {
    for (const url of addresses) {
      expect((await portal.app.inject({ url, headers: { host } })).statusCode).not.toBe(421)
    }
  })

  test.each(foreign)('the host name %j is refused everywhere', async (host) => {
    for (const url of addresses) {
      const response = await portal.app.inject({ url, headers: { host } })
      expect([url, response.statusCode]).toEqual([url, 421])
      expect(response.json()).toMatchObject({ code: 'misdirected' })
      expect(response.headers['set-cookie']).toBeUndefined()
    }
  })

  test('a proxy’s header does not replace the host name', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'localhost' }
    expect((await portal.app.inject({ url: '/', headers })).statusCode).toBe(421)
  })
})

test('a WebSocket for another host name is refused', async () => {
  const url = await local.app.listen({ port: 0, host: '127.0.0.1' })
  const cookie = cookieOf(await local.signIn(await createUser(local)))
  const chat = await openChat(url, cookie)
  await chat.close()
  const refused = openChat(url, cookie, { host: 'evil.example', origin: 'http://evil.example' })
  await expect(refused).rejects.toEqual(new UpgradeRefused(421))
})

test('with BASE_URL, outside the demo, the proxy in front decides which host names lead to the portal', async () => {
  const response = await published.app.inject({ url: '/api/sign-in', headers: { host: 'internal:8080' } })
  expect(response.statusCode).toBe(200)
})
