// This is long enough for the first byte of the next page to arrive, which is when the browser discards the current page.
const leavingMs = 5_000

let leftAt = Number.NEGATIVE_INFINITY
const leavingLeft = () => leftAt + leavingMs - performance.now()

/** Detects when the page is being left. Firefox and WebKit then abort its pending requests while its scripts keep running. */
export const watchLeaving = () => {
  addEventListener('beforeunload', () => {
    leftAt = performance.now()
  })
}

/** Returns whether the page is being left. The page may still stay, for example when a link led to a download. */
export const isLeaving = () => leavingLeft() > 0

/** Resolves when the page has stayed after all; never resolves when the page is gone. */
export const untilStayed = () => new Promise((resolve) => setTimeout(resolve, Math.max(leavingLeft(), 0)))

/**
 * Loads something. If loading fails while the page is being left and the page then stays, loads it again.
 * @throws the error that `load` throws
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
