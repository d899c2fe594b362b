import type { LookupAddress } from 'node:dns'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { maxResponseBytes } from '#contract/webhooks/webhooks.ts'
import type { Resolve } from '#server/http/allowed-lookup.ts'
import { startReceiver } from '#test/webhooks.ts'
import { type PostOptions, postMessage } from './post.ts'

const receiver = await startReceiver()
afterAll(receiver.stop)
beforeEach(() => {
  receiver.answer = receiver.accept
  receiver.received.length = 0
})
const { port } = new URL(receiver.url)
const body = JSON.stringify({ type: 'webhook.test' })

const post = (url: string, options: Partial<PostOptions> = {}) =>
  postMessage(
    { url, body, headers: { 'webhook-id': 'one' } },
    { allowsPrivate: true, signal: new AbortController().signal, ...options },
  )

/** Returns a resolver that responds with these addresses, one after the other, and repeats the last. */
const resolving = (...responses: LookupAddress[][]) => {
  const asked: string[] = []
  const resolve = ((hostname: string, _options: unknown, callback: (...args: unknown[]) => void) => {
    asked.push(hostname)
    callback(null, responses.length > 1 ? responses.shift() : responses[0])
  }) as unknown as Resolve
  return { asked, resolve }
}
const loopback = [{ address: '127.0.0.1', family: 4 }]
const internet = [{ address: '93.184.216.34', family: 4 }]

describe('a response', () => {
  test.each([200, 202, 204])('of %i means that it arrived', async (status) => {
    receiver.answer = (response) => response.writeHead(status).end(status === 204 ? undefined : 'thanks')
    expect(await post(receiver.url)).toMatchObject({ status, error: null })
    expect(receiver.received).toMatchObject([{ id: 'one', body }])
  })

  test.each([301, 302, 307, 308])('of %i is not followed', async (status) => {
    receiver.answer = (response) =>
      response.writeHead(status, { location: `${receiver.url}/elsewhere` }).end()
    const outcome = await post(receiver.url)
    expect(outcome).toMatchObject({ status, error: expect.stringContaining('Redirects are not followed') })
    expect(receiver.received).toHaveLength(1)
  })

  test('is recorded with its first kilobyte, of whole characters', async () => {
    receiver.answer = (response) => response.writeHead(500).end(`a\0${'é'.repeat(5_000)}`)
    const { status, error, response } = await post(receiver.url)
    expect({ status, error }).toEqual({ status: 500, error: 'The endpoint returned 500.' })
    expect(response).toBe(`a${'é'.repeat(maxResponseBytes / 2 - 1)}`)
  })

  test('that never ends is not read beyond the limit, and its connection is closed', async () => {
    const closed = Promise.withResolvers<void>()
    receiver.answer = (response) => {
      response.writeHead(200)
      const more = () => response.write('x'.repeat(65_536), () => setImmediate(more))
      response.on('close', closed.resolve)
      more()
    }
    expect(await post(receiver.url)).toEqual({
      status: 200,
      error: null,
      response: 'x'.repeat(maxResponseBytes),
    })
    await closed.promise
  })

  test('that is too slow is read until the timeout, and its status counts', async () => {
    receiver.answer = (response) => void response.writeHead(200).write('x')
    expect(await post(receiver.url, { timeoutMs: 300 })).toEqual({ status: 200, error: null, response: 'x' })
  })

  test('that never comes fails after the timeout, and so does a connection that is cut', async () => {
    receiver.answer = () => {}
    const never = await post(receiver.url, { timeoutMs: 300 })
    expect(never).toEqual({ status: null, error: 'No response within 15 seconds.', response: null })
    receiver.answer = (response) => response.destroy()
    expect((await post(receiver.url)).error).toBe('It closed the connection without a response.')
  })

  test('that switches to another protocol is a failure at once', async () => {
    receiver.answer = (response) =>
      response.writeHead(101, { upgrade: 'websocket', connection: 'upgrade' }).flushHeaders()
    expect(await post(receiver.url)).toEqual({
      status: null,
      error: 'It returned 101, which is not a response to this request.',
      response: null,
    })
  })
})

describe('without private addresses', () => {
  const closed = { allowsPrivate: false }

  test.each([
    ...['localhost', '127.0.0.1', '127.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '0.0.0.0'],
    ...[
      '[::1]',
      '[::]',
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[64:ff9b::7f00:1]',
      '[fe80::1]',
      '[fc00::1]',
    ],
    ...[
      '10.1.2.3',
      '172.20.0.1',
      '192.168.0.1',
      '169.254.169.254',
      '100.64.0.1',
      '224.0.0.1',
      '255.255.255.255',
    ],
  ])('%s is not connected to', async (host) => {
    const before = receiver.connections
    const { error } = await post(`https://${host}:${port}/`, closed)
    expect(error).toContain('is not a public address')
    expect(receiver.connections).toBe(before)
  })

  test('http is refused', async () => {
    expect((await post('http://example.com/', closed)).error).toBe('It is not an https address.')
  })

  test('a name with a public and a private address is refused', async () => {
    const { resolve } = resolving([...internet, ...loopback])
    const { error } = await post(`https://both.test:${port}/`, { ...closed, resolve })
    expect(error).toBe('both.test is not a public address')
  })
})

test('a host name that changes its address between lookups leads only to the address that was checked', async () => {
  // Two servers use the same port: the portal may reach one of them, but not the other.
  await using allowed = await startReceiver('127.0.0.2', Number(port))
  const reach = { isAllowed: (address: string) => address === '127.0.0.2' }
  const { asked, resolve } = resolving([{ address: '127.0.0.2', family: 4 }], loopback)
  const before = receiver.connections
  expect(await post(`http://rebinding.test:${port}/`, { ...reach, resolve })).toMatchObject({ status: 204 })
  expect(asked).toEqual(['rebinding.test'])
  expect(allowed.received).toHaveLength(1)
  const second = await post(`http://rebinding.test:${port}/`, { ...reach, resolve })
  expect(second.error).toBe('rebinding.test is not a public address')
  expect(allowed.received).toHaveLength(1)
  expect(receiver.connections).toBe(before)
  // Without the check, the same resolver leads to the forbidden server.
  expect(await post(`http://rebinding.test:${port}/`, { resolve })).toMatchObject({ status: 204 })
  expect(receiver.received).toHaveLength(1)
})
