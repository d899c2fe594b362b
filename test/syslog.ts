import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { createServer as createEncryptedServer } from 'node:tls'

export interface SyslogServer {
  port: number
  /** The messages received so far, without the length that frames each. */
  messages: string[]
  /** The JSON of each message. */
  events: () => { id: string; action: string }[]
  stop(): Promise<void>
}

interface Options {
  host?: string
  port?: number
  certificate?: { key: string; cert: string }
  /** The number of bytes after which each connection is cut. */
  cutAfterBytes?: number
}

/** Starts a syslog receiver over TCP for RFC 5424 messages in frames that begin with their length. */
export const startSyslogServer = async ({
  host = '127.0.0.1',
  port = 0,
  certificate,
  cutAfterBytes,
}: Options = {}): Promise<SyslogServer> => {
  const messages: string[] = []
  const sockets = new Set<Socket>()

  const receive = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
    let rest = Buffer.alloc(0)
    let received = 0
    socket.on('data', (chunk: Buffer) => {
      received += chunk.length
      if (cutAfterBytes !== undefined && received > cutAfterBytes) return void socket.resetAndDestroy()
      rest = Buffer.concat([rest, chunk])
      for (;;) {
        const space = rest.indexOf(' ')
        const end = space + 1 + Number(rest.subarray(0, space).toString())
        if (space < 0 || rest.length < end) return
        messages.push(rest.subarray(space + 1, end).toString())
        rest = rest.subarray(end)
      }
    })
  }
  const server: Server = certificate ? createEncryptedServer(certificate, receive) : createServer(receive)
  server.listen(port, host)
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    messages,
    events: () => messages.map((message) => JSON.parse(message.slice(message.indexOf('{')))),
    stop: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}
