import { setImmediate as yieldToOthers } from 'node:timers/promises'

// Other requests may wait 50 ms. This limit, plus the work between two calls of the pause, takes less than half of that.
const maxWorkMs = 10

/** Creates a pause for the loop of a long task. Awaiting it lets other requests run if the task has blocked them for some milliseconds. */
export const createPauses = () => {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < maxWorkMs) return
    await yieldToOthers()
    since = performance.now()
  }
}
