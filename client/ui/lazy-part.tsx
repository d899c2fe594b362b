import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { loadFile } from '#client/lib/load-file.ts'
import { NotLoaded } from './not-loaded.tsx'

/** The file of a part could not be loaded; `cause` is what the browser threw. */
class NotLoadedError extends Error {
  constructor(cause: unknown) {
    super('a part of the client could not be loaded', { cause })
  }
}

/** What shows in the place of a part that could not be loaded receives: `part` has the props of that part. */
export type InsteadProps<Props> = { part: Props; onRetry: () => unknown }

type PartBoundaryProps = {
  load: () => Promise<unknown>
  renderInstead: (onRetry: () => unknown) => ReactNode
  children: ReactNode
}

/** Keeps a failure to load within the place of the part. What breaks in a loaded part goes on to the boundary of the screen. */
class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    // React remembers a failure, which may be an earlier one.
    if (error instanceof NotLoadedError) void this.retry()
  }

  retry = async () => {
    try {
      await this.props.load()
      this.setState({ error: null })
    } catch {
      // It shows that already.
    }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!(error instanceof NotLoadedError)) throw error
    return this.props.renderInstead(this.retry)
  }
}

/**
 * A part of the client in a file of its own, for inside a Suspense. Where `load` has ended before, it shows at once: React's own `lazy`
 * shows the fallback first, and then for 300 ms at least. One that cannot be loaded says so in its place, and tries again by itself.
 * @param Instead shows in its place then, and tries again
 */
export const lazyPart = <Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Instead: ComponentType<InsteadProps<Props>> = NotLoaded,
) => {
  let loaded: ComponentType<Props> | undefined
  const loadPart = async () => {
    try {
      const part = await loadFile(load)
      loaded = part.default
      return part
    } catch (error) {
      throw new NotLoadedError(error)
    }
  }
  const Later = lazy(loadPart)

  function Loaded(props: Props) {
    // The same one for as long as it shows, so that it keeps its state.
    const [Part] = useState<ComponentType<Props>>(() => loaded ?? Later)
    return <Part {...props} />
  }

  function LazyPart(props: Props) {
    return (
      <PartBoundary load={loadPart} renderInstead={(onRetry) => <Instead part={props} onRetry={onRetry} />}>
        <Loaded {...props} />
      </PartBoundary>
    )
  }
  return Object.assign(LazyPart, { load: loadPart, isLoaded: () => loaded !== undefined })
}
