import { afterAll, expect, test } from 'vitest'
import { rateLimits } from '#server/db/schema/emails.ts'
import { createTestApp } from '#test/app.ts'
import type { Browser } from '#test/browser.ts'

const portal = await createTestApp({ settings: { TRUST_PROXY: '10.0.0.0/8' } })
afterAll(portal.close)

const newAddress = () => `person-${crypto.randomUUID()}@example.test`
const ask = (browser: Browser, email: string) => browser.post('/api/sign-in/code', { email })

test.each([
  ['the addresses of one IPv6 network', (index: number) => `2001:db8:7:8::${index.toString(16)}`, 1],
  ['other IPv6 networks', (index: number) => `2001:db8:${index.toString(16)}:9::1`, 60],
  ['one IPv4 address, also in IPv6 form', (index: number) => `${['', '::ffff:'][index % 2]}192.0.2.77`, 1],
])('the limit counts %s', async (_kind, addressOf, networks) => {
  for (let index = 0; index < 60; index++) await ask(portal.visit(addressOf(index)), newAddress())
  const last = await ask(portal.visit(addressOf(60)), newAddress())
  expect(last.statusCode).toBe(networks === 1 ? 429 : 202)
})

test('the limit of tries counts the addresses of one IPv6 network together', async () => {
  const guess = (index: number) =>
    portal.visit(`2001:db8:5:5::${index.toString(16)}`).post('/api/sign-in/redeem', { code: 'BCDF-GHJK' })
  await Promise.all(Array.from({ length: 120 }, (_, index) => guess(index)))
  expect((await guess(120)).statusCode).toBe(429)
})

test('a network address can request sixty codes, which does not limit another address', async () => {
  const office = portal.visit()
  const responses = await Promise.all(Array.from({ length: 70 }, () => ask(office, newAddress())))
  const statuses = responses.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([...Array(60).fill(202), ...Array(10).fill(429)])
  expect((await ask(office, newAddress())).json()).toEqual({
    message: 'Too many attempts. Try again in 15 minutes.',
    code: 'too_many_requests',
  })
  expect((await ask(portal.visit(), newAddress())).statusCode).toBe(202)
})

test('a network address can try 120 codes or links', async () => {
  const guesser = portal.visit()
  const tries = Array.from({ length: 125 }, (_, index) => ({
    code: `BCDFG${[...(100 + index).toString()].map((digit) => 'BCDFGHJKMN'[Number(digit)]).join('')}`,
  }))
  const responses = await Promise.all(tries.map((body) => guesser.post('/api/sign-in/redeem', body)))
  const refused = responses.filter(({ statusCode }) => statusCode === 429)
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
