import { Component, type ComponentType, lazy, type ReactNode, useState } from 'react'
import { loadFile } from '#client/lib/load-file.ts'
import { NotLoaded } from './not-loaded.tsx'

/** The error when the file of a part could not be loaded; `cause` is the browser's error. */
class NotLoadedError extends Error {
  constructor(cause: unknown) {
    super('a part of the client could not be loaded', { cause })
  }
}

/** The props of the component that replaces a part that could not be loaded; `part` has the props of the part. */
export type InsteadProps<Props> = { part: Props; onRetry: () => unknown }

type PartBoundaryProps = {
  load: () => Promise<unknown>
  renderInstead: (onRetry: () => unknown) => ReactNode
  children: ReactNode
}

/** Shows a failure to load in the place of the part. Other errors propagate to the boundary of the screen. */
class PartBoundary extends Component<PartBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override componentDidCatch(error: unknown) {
    // React's `lazy` remembers a failure, so this may be an earlier failure, and loading may succeed now.
    if (error instanceof NotLoadedError) void this.retry()
  }

  retry = async () => {
    try {
      await this.props.load()
      this.setState({ error: null })
    } catch {
      // The boundary already shows the failure.
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
 * Creates a part of the client in a separate file, for use inside a Suspense. If `load` has finished before, the part shows immediately,
 * while React's own `lazy` would show the fallback for at least 300 ms. A part that cannot be loaded says so in its place and retries.
 * @param Instead the component that replaces a part that could not be loaded, and retries
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
    // The component must not change while it is mounted, because it would lose its state.
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
