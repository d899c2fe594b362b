import type { ServerResponse } from 'node:http'
import { allPaths, Invalidation } from '#contract/events.ts'

// Changes that happen together, such as the rows of one transaction and their consequences, are collected into one event.
const collectMs = 300
// Above this number, a page reads everything again.
const maxPaths = 60
const retryMs = 2_000

/** One stream of server-sent events. While the client is not reading, invalidations wait and are merged into one event. */
export const createStream = (response: ServerResponse) => {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let eventCount = 0
  let isStuck = false

  const flush = () => {
    timer = undefined
    if (pending.size === 0 || response.writableNeedDrain || response.destroyed) return
    const paths = pending.has(allPaths) || pending.size > maxPaths ? [allPaths] : [...pending]
    pending.clear()
    eventCount += 1
    const data = JSON.stringify(Invalidation.encode({ paths }))
    response.write(`id: ${eventCount}\nevent: stale\ndata: ${data}\n\n`)
  }

  response.on('drain', flush)
  response.on('close', () => clearTimeout(timer))
  // A client that reconnects sends back the last id, which shows that it may have missed events. So the stream starts with an id.
  response.write(`id: 0\nretry: ${retryMs}\n\n`)

  return {
    /** @param spreadMs a random delay of up to this is added, so that not all pages read at once */
    invalidate(paths: string[], spreadMs = 0) {
      if (paths.length === 0) return
      for (const path of paths) pending.add(path)
      timer ??= setTimeout(flush, collectMs + Math.random() * spreadMs)
    },

    /** Prevents proxies from closing the stream. Drops a client that has read nothing since the last heartbeat. */
    sendHeartbeat() {
      if (!response.writableNeedDrain) {
        isStuck = false
        response.write(':\n\n')
      } else if (isStuck) response.destroy()
      else isStuck = true
    },

    /** Sends what has been collected, and ends the stream. */
    end() {
      clearTimeout(timer)
      flush()
      response.end()
    },
  }
}

export type Stream = ReturnType<typeof createStream>
