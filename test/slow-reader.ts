import { once } from 'node:events'
import { connect } from 'node:net'

// The last chunk of a response is empty. A line of a file that ends in 0 does not look like it, because something precedes the 0.
const lastChunk = '\r\n0\r\n\r\n'

/** The interval at which a steady reader reads, in milliseconds. */
const stepMs = 100

/**
 * Requests an address over a connection of its own and reads only the head of the response or, with `bytesPerSecond`, all of it at that
 * rate. Some megabytes arrive nevertheless, because the connection buffers them.
 */
export const openReader = async (url: string, cookie: string, { bytesPerSecond = 0 } = {}) => {
  const { hostname, port, host, pathname, search } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => {})
  await once(socket, 'connect')
  let received = 0
  let tail = ''
  const take = (chunk: Buffer | null) => {
    if (!chunk) return
    received += chunk.length
    tail = (tail + chunk.toString('latin1')).slice(-lastChunk.length)
  }
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const head = new Promise<string>((resolve) => {
    socket.once('readable', () => {
      const chunk: Buffer | null = socket.read()
      take(chunk)
      resolve(chunk?.toString('latin1') ?? '')
    })
  })
  socket.write(`GET ${pathname}${search} HTTP/1.1\r\nhost: ${host}\r\ncookie: ${cookie}\r\n\r\n`)
  const timer = setInterval(() => {
    const wanted = Math.ceil((bytesPerSecond * stepMs) / 1000)
    take(socket.read(Math.min(wanted, socket.readableLength)))
  }, stepMs)
  if (bytesPerSecond === 0) clearInterval(timer)
  void closed.then(() => clearInterval(timer))

  return {
    /** The status of the response, 0 when the connection ended before there was one. */
    status: head.then((text) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)),
    /** The beginning of the response. */
    head,
    isClosed: () => socket.closed,
    /** Resolves when the connection has ended. A client that reads nothing only notices the end when the connection is reset. */
    closed,
    received: () => received,
    /** Reads the rest, and resolves to whether a chunked response was complete. */
    readToEnd: async () => {
      clearInterval(timer)
      socket.on('data', take)
      const whole = new Promise<void>((resolve) => {
        socket.on('data', () => tail === lastChunk && resolve())
      })
      await Promise.race([whole, closed])
      return tail === lastChunk
    },
    leave: async () => {
      socket.destroy()
      await closed
    },
  }
}

export type SlowReader = Awaited<ReturnType<typeof openReader>>
