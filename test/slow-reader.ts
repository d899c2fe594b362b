import { once } from 'node:events'
import { connect } from 'node:net'

/** How often a steady reader reads. */
const stepMs = 100

/**
 * Requests an address over a connection of its own, and takes no more of the answer than its head, unless `bytesPerSecond` says
 * how much. What the connection itself buffers, some megabytes, arrives all the same.
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
    tail = (tail + chunk.toString('latin1')).slice(-5)
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
    /** The status of the answer, 0 when the connection ended before one came. */
    status: head.then((text) => Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)),
    /** The beginning of the answer. */
    head,
    isClosed: () => socket.closed,
    /** Resolves when the connection has ended, which a client that reads nothing only sees when it is reset. */
    closed,
    received: () => received,
    /** Takes all the rest, and resolves to whether a chunked answer ended as it should. */
    readToEnd: async () => {
      clearInterval(timer)
      socket.on('data', take)
      const whole = new Promise<void>((resolve) => {
        socket.on('data', () => tail.endsWith('0\r\n\r\n') && resolve())
      })
      await Promise.race([whole, closed])
      return tail.endsWith('0\r\n\r\n')
    },
    leave: async () => {
      socket.destroy()
      await closed
    },
  }
}

export type SlowReader = Awaited<ReturnType<typeof openReader>>
