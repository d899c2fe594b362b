// Long enough for a server's first byte, with which a page that is left is gone.
const leavingMs = 5_000

let leftAt = Number.NEGATIVE_INFINITY
const leavingLeft = () => leftAt + leavingMs - performance.now()

/** Notices when the page is being left. Firefox and WebKit abort what it still loads then, while its scripts go on. */
export const watchLeaving = () => {
  addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
}

/** Whether the page is being left: it goes away in a moment, or has stayed, as when a link led to a download. */
export const isLeaving = () => leavingLeft() > 0

/** Resolves when the page has stayed; never, once it is gone. */
export const untilStayed = () => new Promise((resolve) => setTimeout(resolve, Math.max(leavingLeft(), 0)))

/**
 * Loads something. What fails while the page is being left is loaded again when the page has stayed.
 * @throws what `load` throws
 */
export const loadWhileLeaving = async <T>(load: () => Promise<T>): Promise<T> => {
  try {
    return await load()
  } catch (error) {
    if (!isLeaving()) throw error
    await untilStayed()
    return load()
  }
}
