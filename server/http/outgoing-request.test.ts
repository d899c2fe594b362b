import type { Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { repeatedly, startRawServer, switching } from '#test/raw-server.ts'
import { requestResponse } from './outgoing-request.ts'

const server = await startRawServer()
afterAll(server.stop)

const ask = (timeoutMs = 30_000) =>
  requestResponse(
    new URL(server.url),
    { method: 'POST', agent: false, signal: AbortSignal.timeout(timeoutMs) },
    'hello',
  )

test('resolves with a response once its headers are complete', async () => {
  server.behave = (socket) => socket.write('HTTP/1.1 200 OK\r\n\r\nthe beginning')
  const response = await ask()
  expect(response.statusCode).toBe(200)
  response.destroy()
})

test('rejects a switch to another protocol at once, and closes that connection', async () => {
  const closed = Promise.withResolvers<void>()
  server.behave = (socket) => {
    socket.on('close', () => closed.resolve())
    socket.write(switching)
  }
  await expect(ask()).rejects.toThrow('It returned 101')
  await closed.promise
})

test('rejects a connection that ends without a response', async () => {
  server.behave = (socket) => socket.end()
  await expect(ask()).rejects.toThrow('socket hang up')
})

test.each<[string, (socket: Socket) => unknown]>([
  ['says nothing', () => {}],
  ['announces its answer without an end', repeatedly('HTTP/1.1 103 Early Hints\r\n\r\n')],
  [
    'drips a head without an end',
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ')
      repeatedly('y')(socket)
    },
  ],
])('gives up a server that %s when its signal is aborted', async (_what, behavior) => {
  server.behave = behavior
  await expect(ask(300)).rejects.toThrow('aborted')
})
