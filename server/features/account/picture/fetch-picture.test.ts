import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { maxUserPictureSize } from '#contract/account/profile.ts'
import { localCertificate } from '#test/local-certificate.ts'
import { onePixel } from '#test/pictures.ts'
import { fetchPicture } from './fetch-picture.ts'

const responses: Record<string, (response: ServerResponse) => unknown> = {
  '/picture': (response) => response.end(onePixel),
  '/moved': (response) => response.writeHead(302, { location: '/picture' }).end(),
  '/to-http': (response) => response.writeHead(302, { location: 'http://example.com/a.png' }).end(),
  '/to-private': (response) => response.writeHead(302, { location: 'https://10.0.0.1/a.png' }).end(),
  '/circle': (response) => response.writeHead(302, { location: '/circle' }).end(),
  '/large': (response) => {
    response.write(Buffer.alloc(maxUserPictureSize))
    response.end('x')
  },
  '/never': () => undefined,
  '/other-protocol': (response) =>
    response.writeHead(101, { upgrade: 'websocket', connection: 'upgrade' }).flushHeaders(),
}
const seen: IncomingMessage[] = []
const server = createServer(localCertificate, (request, response) => {
  seen.push(request)
  const answer = responses[request.url ?? '']
  if (answer) answer(response)
  else response.writeHead(404).end()
})
server.listen(0, '127.0.0.1')
await once(server, 'listening')
const { port } = server.address() as AddressInfo
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const here = `https://localhost:${port}`
// The options let the test's own server on this machine stand for a server on the internet.
const asInternet = {
  isAllowed: (address: string) => /^(127\.|::1$)/.test(address),
  ca: localCertificate.cert,
}

test('reads the bytes, also after a redirect', async () => {
  expect(await fetchPicture(`${here}/picture`, asInternet)).toEqual(onePixel)
  expect(await fetchPicture(`${here}/moved`, asInternet)).toEqual(onePixel)
  expect(await fetchPicture(`https://127.0.0.1:${port}/picture`, asInternet)).toEqual(onePixel)
})

test.each([
  ['/to-http', 'not an https address'],
  ['/to-private', '10.0.0.1 is not a public address'],
  ['/circle', 'too many redirects'],
  ['/large', `more than ${maxUserPictureSize} bytes`],
  ['/gone', 'the answer was 404'],
  ['/other-protocol', 'It returned 101'],
])('refuses %s', async (path, message) => {
  await expect(fetchPicture(`${here}${path}`, asInternet)).rejects.toThrow(message)
})

test('gives up after five seconds', async () => {
  await expect(fetchPicture(`${here}/never`, asInternet)).rejects.toThrow('aborted')
}, 10_000)

test('never connects to this machine or a private network, by a name or an address', async () => {
  seen.length = 0
  const { ca } = asInternet
  for (const host of ['localhost', '127.0.0.1', '[::1]', '2130706433', '0x7f.1', '[::ffff:127.0.0.1]']) {
    const fetching = fetchPicture(`https://${host}:${port}/picture`, { ca })
    await expect(fetching, host).rejects.toThrow('is not a public address')
  }
  await expect(fetchPicture(`http://localhost:${port}/picture`)).rejects.toThrow('not an https address')
  expect(seen).toEqual([])
})
