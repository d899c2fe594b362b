import type { ServerResponse } from 'node:http'
import { allPaths, Invalidation } from '#contract/events.ts'

// What changes together, such as the rows of one transaction and what follows from them, is told together.
const collectMillis = 300
// Of more than this a page reads everything again.
const mostPaths = 60
const retryMillis = 2_000

/** One open stream of server-sent events. What is told while the other side does not read waits, and is told as one. */
export const createStream = (response: ServerResponse) => {
  const pending = new Set<string>()
  let timer: NodeJS.Timeout | undefined
  let told = 0
  let isStuck = false

  const flush = () => {
    timer = undefined
    if (pending.size === 0 || response.writableNeedDrain || response.destroyed) return
    const paths = pending.has(allPaths) || pending.size > mostPaths ? [allPaths] : [...pending]
    pending.clear()
    told += 1
    response.write(`id: ${told}\nevent: stale\ndata: ${JSON.stringify(Invalidation.encode({ paths }))}\n\n`)
  }

  response.on('drain', flush)
  response.on('close', () => clearTimeout(timer))
  // An id from the beginning: who connects again tells it, and is known to have missed something.
  response.write(`id: 0\nretry: ${retryMillis}\n\n`)

  return {
    /** @param spreadMillis within which time some are told earlier than others */
    tell(paths: string[], spreadMillis = 0) {
      if (paths.length === 0) return
      for (const path of paths) pending.add(path)
      timer ??= setTimeout(flush, collectMillis + Math.random() * spreadMillis)
    },

    /** A sign of life, which keeps proxies from closing it. Who has read nothing since the last one is dropped. */
    beat() {
      if (!response.writableNeedDrain) {
        isStuck = false
        response.write(':\n\n')
      } else if (isStuck) response.destroy()
      else isStuck = true
    },

    end() {
      clearTimeout(timer)
      response.end()
    },
  }
}

export type Stream = ReturnType<typeof createStream>
