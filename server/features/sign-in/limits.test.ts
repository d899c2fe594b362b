import { eq, sql } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema/emails.ts'
import { signInAttempts } from '#server/db/schema/users.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'

const portal = await createTestApp({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
afterAll(portal.close)

const newAddress = () => `person-${crypto.randomUUID()}@example.test`
const ask = (browser: Browser, email: string) => browser.post('/api/sign-in/code', { email })

test('one email address gets five codes in a quarter of an hour, from any network and in any case', async () => {
  const email = newAddress()
  for (let count = 0; count < 5; count++) {
    const spelled = count % 2 ? email.toUpperCase() : email
    expect((await ask(portal.visit(), spelled)).statusCode).toBe(202)
  }
  const refused = await ask(portal.visit(), email)
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toEqual({
    message: 'Too many attempts. Try again in 15 minutes.',
    code: 'too_many_requests',
  })
  const seconds = Number(refused.headers['retry-after'])
  expect(seconds).toBeGreaterThan(14 * 60)
  expect(seconds).toBeLessThanOrEqual(15 * 60)
  const attempts = await portal.db.$count(signInAttempts, eq(sql`lower(email)`, email))
  expect(attempts).toBe(5)
  expect((await ask(portal.visit(), newAddress())).statusCode).toBe(202)
})

test('after a quarter of an hour an email address can request codes again', async () => {
  const email = newAddress()
  for (let count = 0; count < 6; count++) await ask(portal.visit(), email)
  expect((await ask(portal.visit(), email)).statusCode).toBe(429)
  await portal.db.update(rateLimits).set({ expire: Date.now() - 1 })
  expect((await ask(portal.visit(), email)).statusCode).toBe(202)
})

test('a network address can request sixty codes, which does not limit another address', async () => {
  const office = portal.visit()
  const answers = await Promise.all(Array.from({ length: 70 }, () => ask(office, newAddress())))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(60).fill(202), ...Array(10).fill(429)])
  expect((await ask(portal.visit(), newAddress())).statusCode).toBe(202)
})

test('a network address can try 120 codes or links', async () => {
  const guesser = portal.visit()
  const tries = Array.from({ length: 125 }, (_, index) => ({ code: index.toString().padStart(6, '0') }))
  const answers = await Promise.all(tries.map((body) => guesser.post('/api/sign-in/redeem', body)))
  const refused = answers.filter(({ statusCode }) => statusCode === 429)
  expect(refused).toHaveLength(5)
  for (const { headers } of refused) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
})

const askFrom = (sender: Browser, forwardedFor: string) =>
  sender.post('/api/sign-in/code', { email: newAddress() }, { 'x-forwarded-for': forwardedFor })

test('behind a trusted proxy the limit applies to the address of the user', async () => {
  const proxy = portal.visit('10.255.0.1')
  await Promise.all(Array.from({ length: 60 }, () => askFrom(proxy, '203.0.113.1')))
  expect((await askFrom(proxy, '203.0.113.1')).statusCode).toBe(429)
  expect((await askFrom(proxy, '203.0.113.2')).statusCode).toBe(202)
})

test('a client that is not a trusted proxy cannot pretend to have another address', async () => {
  const outsider = portal.visit('198.51.100.9')
  await Promise.all(Array.from({ length: 60 }, (_, index) => askFrom(outsider, `203.0.113.${100 + index}`)))
  expect((await askFrom(outsider, '203.0.113.99')).statusCode).toBe(429)
})

test('the log and the table of limits contain no email address', async () => {
  const email = newAddress()
  await ask(portal.visit(), email)
  const rows = await portal.db.select().from(rateLimits)
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toContain('@')
  expect(JSON.stringify(portal.log.lines)).not.toContain('@')
})
