type Listener = (step: PopStateEvent) => void

const listeners = new Set<Listener>()

/** Call before the first render: a window calls its listeners in the order they were added, and the router adds one. */
export const watchHistorySteps = () => {
  addEventListener('popstate', (step) => {
    for (const listener of listeners) listener(step)
  })
}

/** Calls the listener with each Back and Forward of the browser before the router sees it. Returns how to remove it. */
export const onHistoryStep = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
