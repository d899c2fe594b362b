import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'

interface Options {
  headers?: Record<string, string> | undefined
  query?: string | undefined
}

/** The error of a refused stream of server-sent events, with the status of the response. */
export class StreamRefused extends Error {
  readonly status: number | undefined
  constructor(status: number | undefined) {
    super(`the stream was refused with ${status}`)
    this.status = status
  }
}

/**
 * Opens the portal's stream of invalidations as an EventSource does.
 * @throws StreamRefused
 */
export const openEvents = async (url: string, cookie: string, { headers = {}, query = '' }: Options = {}) => {
  const sent = request(`${url}/api/events${query}`, {
    headers: { accept: 'text/event-stream', cookie, ...headers },
  })
  sent.end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) {
    response.resume()
    throw new StreamRefused(response.statusCode)
  }
  const events: string[][] = []
  const waiting = new Set<() => void>()
  let isClosed = false
  const checkWaiters = () => {
    for (const check of waiting) check()
  }
  response.on('error', () => {})
  const closed = new Promise<void>((resolve) =>
    response.on('close', () => {
      isClosed = true
      checkWaiters()
      resolve()
    }),
  )
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (line.startsWith('data: ')) events.push(JSON.parse(line.slice('data: '.length)).paths)
    }
    checkWaiters()
  })
  const receivedPaths = () => events.flat()

  return {
    response,
    /** The paths that each event so far has invalidated. */
    events,
    paths: receivedPaths,
    closed,
    /** Waits until one of these paths is invalidated. */
    waitForPath: (...paths: string[]) =>
      new Promise<void>((resolve, reject) => {
        const check = () => {
          if (receivedPaths().some((path) => paths.includes(path))) resolve()
          else if (isClosed) reject(new Error(`ended without ${paths}, after ${receivedPaths()}`))
          else return
          waiting.delete(check)
        }
        waiting.add(check)
        check()
      }),
    /** Forgets the events so far. */
    clear: () => void events.splice(0),
    close: async () => {
      sent.destroy()
      await closed
    },
  }
}

export type EventStream = Awaited<ReturnType<typeof openEvents>>
