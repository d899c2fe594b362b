import { setImmediate as yieldToOthers } from 'node:timers/promises'

// With the work between two calls of a pause, less than half of the 50 ms that other requests may wait.
const maxWorkMs = 10

/** A function for the loop of long work: it lets other requests in when they have waited for some milliseconds. */
export const createPauses = () => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxWorkMs) return
    await yieldToOthers()
    since = performance.now()
  }
}
