import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Starts a TCP proxy that can be cut or frozen. When cut, connections break and new ones are refused until it is restored. When frozen, it
 * accepts connections and forwards no byte, as a server does that hangs.
 */
export const startTcpProxy = async (target: { host: string; port: number }) => {
  const sockets = new Map<Socket, Socket>()
  let frozen = false
  const server = createServer((near) => {
    const far = connect(target)
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.set(from, to)
      if (!frozen) from.pipe(to)
      from.on('error', () => to.destroy())
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listen(0)
  const cut = async () => {
    const closed = once(server, 'close')
    server.close()
    for (const socket of sockets.keys()) socket.destroy()
    await closed
  }
  const freeze = () => {
    frozen = true
    for (const [from, to] of sockets) {
      from.unpipe(to)
      from.pause()
    }
  }
  const thaw = () => {
    frozen = false
    for (const [from, to] of sockets) from.pipe(to)
  }
  return { host: '127.0.0.1', port, cut, mend: () => listen(port), freeze, thaw }
}
