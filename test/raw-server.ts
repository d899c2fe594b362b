import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The response of a server that switches to another protocol. */
export const switching =
  'HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'

/** Writes something every 20 ms until the connection is closed. */
export const repeatedly = (part: string) => (socket: Socket) => {
  const timer = setInterval(() => socket.write(part), 20)
  socket.on('close', () => clearInterval(timer))
}

/** Starts a server that calls `behave`, which tests set, for each connection on which something has arrived. */
export const startRawServer = async () => {
  const sockets = new Set<Socket>()
  const started = {
    url: '',
    behave: (_socket: Socket): unknown => undefined,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
  const listener = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => started.behave(socket))
  })
  listener.listen(0, '127.0.0.1')
  await once(listener, 'listening')
  started.url = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`
  return started
}
