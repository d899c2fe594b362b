import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'
import { createUser } from '#test/factories.ts'

const portal = await createTestApp({ withClient: true })
const unbuilt = await createTestApp()
const secure = await createTestApp({
  withClient: true,
  settings: { BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
})
afterAll(async () => {
  await portal.close()
  await unbuilt.close()
  await secure.close()
})

const application = '<title>The application</title>'
const visitorPage = '<!doctype html><title>The application for a visitor</title>'
const member = await portal.signIn(await createUser(portal))

describe('the application’s page', () => {
  test.each([
    ['/', {}],
    ['/dashboard', {}],
    ['/resources?category=creative', {}],
    ['/admin/', {}],
    ['/no-such-page', { 'sec-fetch-dest': 'document' }],
    ['/a/b/c', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
    ['/sign-in/x', { 'sec-fetch-dest': 'document' }],
    ['/apiary', { 'sec-fetch-dest': 'document' }],
  ])('is served at %s and revalidated each time', async (url, headers) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await member.send(method, url, undefined, headers)
      expect(response.statusCode).toBe(200)
      expect(response.headers['content-type']).toMatch(/^text\/html/)
      expect(response.headers['cache-control']).toBe('no-cache')
      if (method === 'GET') expect(response.body).toContain(application)
    }
  })

  test.each(['/api', '/api/nothing', '/objects', '/ws/', '/assets/', '/assets/gone.js', '/demo/mail'])(
    'is not served at %s, which answers 404 in JSON',
    async (url) => {
      const response = await portal.visit().get(url)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' })
    },
  )

  test.each([
    '/metrics',
    '/favicon.ico',
    '/version',
    '/ads.txt',
    '/openapi2.json',
    '/wp-login.php',
    '/no/page',
  ])('is not served at %s to a program or as a picture, which get 404', async (url) => {
    const asked: Record<string, string>[] = [
      {},
      { accept: '*/*' },
      { accept: 'text/html', 'sec-fetch-dest': 'image' },
    ]
    for (const headers of asked) {
      const response = await portal.visit().get(url, headers)
      expect(response.statusCode).toBe(404)
      expect(response.json()).toEqual({ message: 'Not found', code: 'not_found' })
    }
  })

  test('is a different one, which no cache stores, for a browser without a session', async () => {
    const response = await portal.visit().get('/resources')
    expect(response.body).toBe(visitorPage)
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test.each(['POST', 'PUT', 'DELETE'] as const)('is not for %s', async (method) => {
    expect((await portal.visit().send(method, '/dashboard', {})).statusCode).toBe(404)
  })
})

describe('files', () => {
  test('the sign-in page has its own file', async () => {
    const response = await portal.visit().get('/sign-in?error=expired')
    expect(response.body).toContain('The sign-in page')
    expect(response.headers['cache-control']).toBe('no-cache')
  })

  test('the page that verifies agreements has its own file, also for signed-in users', async () => {
    for (const browser of [portal.visit(), member]) {
      const response = await browser.get('/verify?code=0000-0000-0000-0000')
      expect(response.body).toContain('The page that verifies agreements')
      expect(response.headers['cache-control']).toBe('no-cache')
    }
  })

  test('the page for the day of an event has its own file, with nothing of the event or its reader', async () => {
    for (const browser of [portal.visit(), member]) {
      const response = await browser.get('/day/0000?for=1')
      expect(response.body).toBe('<!doctype html><title>The page for the day of an event</title>')
      expect(response.headers['cache-control']).toBe('no-cache')
    }
  })

  test('files with a hash in their name are cached for a year', async () => {
    const response = await portal.visit().get('/assets/index-4f2a.js')
    expect(response.headers['content-type']).toMatch(/javascript/)
    expect(response.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  })

  test.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2f..%2fpackage.json',
    '/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/..%5cpackage.json',
    '/assets/%00',
    '/.env',
  ])('%s reaches nothing outside the client’s folder', async (url) => {
    const { statusCode, body } = await member.get(url)
    expect(statusCode).toBeLessThan(500)
    if (statusCode === 200) expect(body).toContain(application)
  })

  test('pages are not found if the client has not been built', async () => {
    for (const url of ['/', '/sign-in', '/verify', '/day/0000', '/dashboard']) {
      expect((await unbuilt.visit().get(url)).statusCode).toBe(404)
    }
    expect((await unbuilt.visit().get('/api/sign-in')).statusCode).toBe(200)
  })
})

describe('security headers', () => {
  const directives = async (url: string, app = portal) => {
    const header = String((await app.visit().get(url)).headers['content-security-policy'])
    return header.split(';').map((directive) => directive.trim())
  }

  test.each(['/', '/dashboard', '/sign-in', '/verify', '/assets/index-4f2a.js'])(
    'allow pages only the portal’s own scripts: %s',
    async (url) => {
      const policy = await directives(url)
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self'")
      expect(policy).toContain("style-src 'self'")
      expect(policy).toContain("object-src 'none'")
      expect(policy).toContain("base-uri 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy.join()).not.toMatch(/unsafe|\*/)
    },
  )

  test.each(['/api/sign-in', '/api/auth/user', '/healthz', '/api/nothing'])(
    'forbid sniffing, framing and caching of data: %s',
    async (url) => {
      const { headers } = await portal.visit().get(url)
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'")
      expect(headers['x-content-type-options']).toBe('nosniff')
      if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store')
    },
  )

  test('require https if and only if the portal is served by https', async () => {
    for (const url of ['/', '/api/sign-in', '/api/nothing']) {
      expect((await secure.visit().get(url)).headers['strict-transport-security']).toMatch(
        /^max-age=31536000; includeSubDomains$/,
      )
      expect((await portal.visit().get(url)).headers['strict-transport-security']).toBeUndefined()
    }
    expect(await directives('/', secure)).toContain('upgrade-insecure-requests')
    expect((await directives('/')).join()).not.toContain('upgrade-insecure-requests')
  })

  test.each(['/', '/sign-in', '/verify', '/assets/index-4f2a.js'])(
    'turn off what pages do not use: %s',
    async (url) => {
      const policy = String((await portal.visit().get(url)).headers['permissions-policy']).split(', ')
      expect(policy).toContain('camera=()')
      expect(policy).toContain('geolocation=()')
      expect(policy).toContain('publickey-credentials-get=(self)')
    },
  )

  test('do not name the server', async () => {
    const { headers } = await portal.visit().get('/')
    expect(headers).not.toHaveProperty('x-powered-by')
    expect(headers).not.toHaveProperty('server')
  })
})
