import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'
import { acceptsGzip } from './compression.ts'

const portal = await createTestApp()
afterAll(() => portal.close())
const admin = await portal.signIn(await createUser(portal, { role: 'admin' }))

test.each([
  ['gzip', true],
  ['gzip, deflate, br, zstd', true],
  ['br;q=1.0, gzip;q=0.8, *;q=0.1', true],
  ['*', true],
  ['gzip;q=0', false],
  ['gzip;q=0.0, br', false],
  ['br', false],
  ['x-gzip-like', false],
  ['identity', false],
  [undefined, false],
])('Accept-Encoding %s', (header, expected) => {
  expect(acceptsGzip(header)).toBe(expected)
})

describe('responses', () => {
  const gzip = { 'accept-encoding': 'gzip, deflate, br' }
  const users = '/api/admin/users-with-partner-status'

  test('of more than a kilobyte are compressed for clients that accept it', async () => {
    for (let count = 0; count < 120; count++) await createUser(portal)
    const plain = await admin.get(users)
    expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
    expect(plain.headers['content-encoding']).toBeUndefined()
    expect(plain.body.length).toBeGreaterThan(20_000)
    for (const url of [users, `${users}?limit=10`]) {
      const compressed = await admin.get(url, gzip)
      expect(compressed.headers['content-encoding']).toBe('gzip')
      expect(gunzipSync(compressed.rawPayload).toString()).toBe((await admin.get(url)).body)
    }
  })

  test('of less than a kilobyte are not compressed', async () => {
    expect((await admin.get('/api/sign-in', gzip)).headers['content-encoding']).toBeUndefined()
  })

  test('to requests that change something are not compressed, because they may contain secrets', async () => {
    const response = await admin.post('/api/saved-replies', { title: 'Long', text: 'x'.repeat(2000) }, gzip)
    expect(response.statusCode).toBe(201)
    expect(response.body.length).toBeGreaterThan(2000)
    expect(response.headers['content-encoding']).toBeUndefined()
  })
})
