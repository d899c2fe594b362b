type Listener = (step: PopStateEvent) => void

const listeners = new Set<Listener>()
let isOwnStep = false

/** Watches Back and Forward. Call this before the first render, so that this listener runs before the router's listener. */
export const watchHistorySteps = () => {
  addEventListener('popstate', (step) => {
    if (!isOwnStep) for (const listener of listeners) listener(step)
    isOwnStep = false
  })
}

/** Calls the listener on each Back and Forward, before the router handles it. Returns a function that removes the listener. */
export const onHistoryStep = (listener: Listener) => {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Goes back to a history entry of this page, without calling the listeners. */
export const stepBack = () => {
  isOwnStep = true
  history.back()
}
