type Watcher = (step: PopStateEvent) => void

const watchers = new Set<Watcher>()

/** To be called before anything is drawn: a window calls its listeners in the order in which they came, and the router has one. */
export const watchSteps = () => {
  addEventListener('popstate', (step) => {
    for (const watcher of watchers) watcher(step)
  })
}

/** Calls with each step of the browser's Back and Forward before the router knows of it, until the function it answers. */
export const onStep = (watcher: Watcher) => {
  watchers.add(watcher)
  return () => {
    watchers.delete(watcher)
  }
}
