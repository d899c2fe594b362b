import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createTestApp } from '#test/app.ts'

const portal = await createTestApp({
  withClient: true,
  settings: { BASE_URL: 'https://portal.example.com', TRUST_PROXY: 'none' },
})
const local = await createTestApp({ settings: { DEMO: 'on' } })
const [address, localAddress] = await Promise.all(
  [portal, local].map(async ({ app }) => new URL(await app.listen({ port: 0, host: '127.0.0.1' }))),
)
afterAll(async () => {
  await portal.close()
  await local.close()
})

/** Sends bytes unchanged, and returns the response in lower case. */
const send = async (text: string, to = address) => {
  const socket = connect(Number(to?.port), to?.hostname)
  let response = ''
  socket.setEncoding('utf8').on('data', (chunk) => {
    response += chunk
  })
  socket.write(text)
  await once(socket, 'close')
  return response.toLowerCase()
}

const request = (line: string, ...headers: string[]) =>
  send([`${line} HTTP/1.1`, 'Host: portal.example.com', 'Connection: close', ...headers, '', ''].join('\r\n'))

const twoLengths = ['Content-Length: 4', 'Transfer-Encoding: chunked']

describe('every answer has the security headers', () => {
  test.each([
    ['a page', 200, 'GET /', []],
    ['a file', 200, 'GET /robots.txt', []],
    ['data', 200, 'GET /api/sign-in', []],
    ['the page that verifies agreements', 200, 'GET /verify?code=0000', []],
    ['the page for the day of an event', 200, 'GET /day/0000', []],
    ['a probe', 200, 'GET /healthz', []],
    ['a redirect', 302, 'GET /api/logout', []],
    ['data for nobody', 401, 'GET /api/auth/user', []],
    ['an unknown address', 404, 'GET /api/nothing', []],
    ['a write of another site', 403, 'POST /api/sign-in/code', ['Sec-Fetch-Site: cross-site']],
    ['a malformed address', 400, 'GET /%zz', []],
    ['a malformed address of the API', 400, 'GET /api/%zz', []],
    ['a very long address', 400, `GET /api/tasks/${'x'.repeat(5000)}`, []],
    ['a request with two lengths', 400, 'POST /api/sign-in/code', twoLengths],
    ['headers that are too long', 431, 'GET /', [`X-Long: ${'x'.repeat(20_000)}`]],
  ] as const)('%s (%i)', async (_what, status, line, headers) => {
    const response = await request(line, ...headers)
    expect(response).toMatch(new RegExp(`^http/1.1 ${status} `))
    expect(response).toContain('strict-transport-security: max-age=31536000; includesubdomains\r\n')
    expect(response).toContain('x-content-type-options: nosniff\r\n')
    expect(response).toMatch(/referrer-policy: (same-origin|no-referrer)\r\n/)
    const [policy, ...others] = response.match(/content-security-policy: .*/g) ?? []
    expect(others).toEqual([])
    for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]) {
      expect(policy).toContain(directive)
    }
  })

  test('also to a foreign host name', async () => {
    const response = await send(
      'GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
      localAddress,
    )
    expect(response).toMatch(/^http\/1.1 421 /)
    expect(response).toContain("frame-ancestors 'none'")
    expect(response).toContain('x-content-type-options: nosniff\r\n')
  })
})

test('a second request hidden behind two lengths is not read', async () => {
  const hidden = 'GET /healthz HTTP/1.1\r\nHost: portal.example.com\r\n\r\n'
  const text = [
    'POST /api/sign-in/code HTTP/1.1',
    'Host: portal.example.com',
    ...twoLengths,
    '',
    `0\r\n\r\n${hidden}`,
  ]
  const response = await send(text.join('\r\n'))
  expect(response.match(/http\/1\.1 /g)).toHaveLength(1)
  expect(response).not.toContain('"ok"')
  expect(portal.log.lines).toContainEqual(
    expect.objectContaining({ msg: 'a request was not HTTP', network: '127.0.0.1' }),
  )
})

test.each(['TRACE /', 'TRACE /api/sign-in', 'CONNECT portal.example.com:443'])(
  '%s is not answered with what was sent',
  async (line) => {
    const response = await request(line, 'X-Secret: canary')
    expect(response).not.toMatch(/^http\/1.1 2/)
    expect(response).not.toContain('canary')
  },
)

test.each(['OPTIONS /api/sign-in', 'GET /api/sign-in'])('%s allows no other origin to read', async (line) => {
  const response = await request(line, 'Origin: https://evil.example', 'Access-Control-Request-Method: GET')
  expect(response).not.toContain('access-control-')
})

test.each(['/.git/config', '/.env', '/package.json', '/server/settings.ts', '/assets', '/docs/security.md'])(
  'nothing of the project is served at %s, and no folder is listed',
  async (path) => {
    const response = await request(`GET ${path}`)
    expect(response.split('\r\n\r\n')[1]).toMatch(
      /^(<!doctype html><title>the application for a visitor<\/title>|\{"message":"not found","code":"not_found"\})$/,
    )
  },
)
