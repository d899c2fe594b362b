import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** Starts an HTTP proxy in front of a portal that can delay responses, as a slow network does. */
export const startHoldingProxy = async (target: string) => {
  const { hostname, port } = new URL(target)
  let held: { pattern: RegExp; releases: (() => void)[]; arrived: () => void } | undefined
  const sockets = new Set<Socket>()

  const server = createServer(async (incoming, outgoing) => {
    const path = incoming.url ?? '/'
    if (held?.pattern.test(path)) {
      const { releases, arrived } = held
      await new Promise<void>((resolve) => {
        releases.push(resolve)
        arrived()
      })
    }
    const { method, headers } = incoming
    const forwarded = request({ hostname, port, path, method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    // A browser that leaves a page aborts its requests.
    forwarded.on('error', () => outgoing.destroy())
    outgoing.on('close', () => forwarded.destroy())
    incoming.pipe(forwarded)
  })
  server.on('upgrade', (incoming, near: Socket) => {
    const far = connect(Number(port), hostname)
    sockets.add(near)
    near.on('close', () => sockets.delete(near))
    near.on('error', () => far.destroy())
    far.on('error', () => near.destroy())
    const lines = incoming.rawHeaders.map((value, index) => (index % 2 ? `${value}\r\n` : `${value}: `))
    far.write(`GET ${incoming.url} HTTP/1.1\r\n${lines.join('')}\r\n`)
    near.pipe(far)
    far.pipe(near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Delays the responses to these paths. Resolves when the first request for one of them has arrived. */
    hold: (pattern: RegExp) => {
      const { promise, resolve } = Promise.withResolvers<void>()
      held = { pattern, releases: [], arrived: resolve }
      return promise
    },
    release: () => {
      for (const release of held?.releases ?? []) release()
      held = undefined
    },
    stop: async () => {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      await closed
    },
  }
}
