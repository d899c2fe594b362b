import { afterAll, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp({
  withClient: true,
  settings: { BASE_URL: 'http://portal.example.com', MAIL_FROM: 'Portal <portal@example.com>' },
})
afterAll(portal.close)

const day = 24 * 60 * 60 * 1000

test('security.txt names the sender of the portal’s emails, and how long that is valid', async () => {
  const response = await portal.visit().get('/.well-known/security.txt')
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  const fields = Object.fromEntries(
    response.body
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/)),
  )
  expect(fields).toMatchObject({
    Contact: 'mailto:portal@example.com',
    Canonical: 'http://portal.example.com/.well-known/security.txt',
  })
  const days = (Date.parse(fields.Expires) - Date.now()) / day
  expect(days).toBeGreaterThan(90)
  expect(days).toBeLessThan(365)
})

test.each([
  ['security@example.com', 'mailto:security@example.com'],
  ['https://example.com/report', 'https://example.com/report'],
])('security.txt names the contact %s of the settings', async (SECURITY_CONTACT, uri) => {
  await using other = await createTestApp({ settings: { SECURITY_CONTACT } })
  expect((await other.visit().get('/.well-known/security.txt')).body).toContain(`Contact: ${uri}\n`)
})

test('robots.txt allows search engines only the public pages and their files', async () => {
  const response = await portal.visit().get('/robots.txt')
  expect(response.headers['content-type']).toBe('text/plain; charset=utf-8')
  const [agent, ...rules] = response.body.trim().split('\n')
  expect(agent).toBe('User-agent: *')
  expect(rules.at(-1)).toBe('Disallow: /')
  const allowed = rules.slice(0, -1).map((rule) => rule.replace('Allow: ', ''))
  expect(allowed).toEqual(['/$', '/sign-in$', '/verify$', '/assets/', '/favicon.svg', '/theme.js'])
})
