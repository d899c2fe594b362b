import { type ComponentType, lazy, useState } from 'react'
import { loadFile } from '#client/lib/load-file.ts'

/**
 * A part of the client in a file of its own, for inside a Suspense. Where `load` has ended before, it shows at once: React's own `lazy`
 * shows the fallback first, and then for 300 ms at least.
 */
export const lazyPart = <Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) => {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    const part = await loadFile(load)
    loaded = part.default
    return part
  }
  const Later = lazy(loadPart)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, when modules load
  function LazyPart(props: Props) {
    // The same one for as long as it shows, so that it keeps its state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Part {...props} />
  }
  return Object.assign(LazyPart, { load: loadPart })
}
