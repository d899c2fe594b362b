import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { createConnection } from './connection.ts'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
afterAll(() => server.close())

const connect = async (options?: { autoPong: boolean }) => {
  const connected = once(server, 'connection') as Promise<[WebSocket]>
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`, options)
  const [socket] = await connected
  await once(client, 'open')
  return { client, connection: createConnection(socket, {} as never) }
}

test('a socket that gives no sign of life is dropped at the second look', async () => {
  const { client, connection } = await connect({ autoPong: false })
  connection.ping()
  await once(client, 'ping')
  expect(client.readyState).toBe(WebSocket.OPEN)
  const closed = once(client, 'close')
  connection.ping()
  expect((await closed)[0]).toBe(1006)
})

test('one that answers stays, look after look', async () => {
  const { client, connection } = await connect()
  for (let look = 0; look < 5; look += 1) {
    const answered = once(connection.socket, 'pong')
    connection.ping()
    await answered
  }
  expect(client.readyState).toBe(WebSocket.OPEN)
  client.terminate()
})
