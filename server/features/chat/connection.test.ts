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

test('a socket that does not answer a ping is terminated at the next one', async () => {
  const { client, connection } = await connect({ autoPong: false })
  connection.ping()
  await once(client, 'ping')
  expect(client.readyState).toBe(WebSocket.OPEN)
  const closed = once(client, 'close')
  connection.ping()
  expect((await closed)[0]).toBe(1006)
})

test('a socket that answers pings stays open', async () => {
  const { client, connection } = await connect()
  for (let round = 0; round < 5; round += 1) {
    const answered = once(connection.socket, 'pong')
    connection.ping()
    await answered
  }
  expect(client.readyState).toBe(WebSocket.OPEN)
  client.terminate()
})
