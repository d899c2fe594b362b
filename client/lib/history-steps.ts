type Listener = (step: PopStateEvent) => void

const listeners = new Set<Listener>()
let isOwnStep = false

/** Call before the first render: a window calls its listeners in the order they were added, and the router adds one. */
export const watchHistorySteps = () => {
  addEventListener('popstate', (step) => {
    if (!isOwnStep) for (const listener of listeners) listener(step)
    isOwnStep = false
  })
}

/** Calls the listener with each Back and Forward of the browser before the router sees it. Returns how to remove it. */
export const onHistoryStep = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Goes back to an entry of this page's own, without a call of the listeners. */
export const stepBack = () => {
  isOwnStep = true
  history.back()
}
