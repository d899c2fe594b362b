import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { toast } from '#client/lib/toast.ts'

type BoundaryProps = { onError: () => void; children: ReactNode }

class Boundary extends Component<BoundaryProps, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    this.props.onError()
  }

  override render() {
    return this.state.broken ? null : this.props.children
  }
}

/**
 * A dialog in a file of its own, loaded when it is first opened. One that cannot be loaded, or that breaks, is closed with a message
 * and leaves the screen below it alone.
 */
export const lazyDialog = <Props extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
) => {
  const loadWithZod = async () => {
    const [loaded] = await Promise.all([load(), import('#client/lib/zod-without-eval.ts')])
    return loaded
  }
  let Loaded = lazy(loadWithZod)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, when modules load
  return function LazyDialog(props: Props) {
    const [isBroken, setBroken] = useState(false)
    if (isBroken && !props.open) setBroken(false)
    if (isBroken) return null
    const handleError = () => {
      Loaded = lazy(loadWithZod)
      setBroken(true)
      close(props)
      // Some browsers remember that a file could not be loaded until the page is loaded anew.
      const action = { label: 'Reload', onSelect: () => location.reload() }
      const description = 'This could not be opened. Check your connection, then reload the page.'
      toast({ title: 'Error', description, tone: 'danger', action })
    }
    return (
      <Boundary onError={handleError}>
        <Suspense>
          <Loaded {...props} />
        </Suspense>
      </Boundary>
    )
  }
}
