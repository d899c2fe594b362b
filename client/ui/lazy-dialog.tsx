import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import type { DialogOpening } from './dialog-host.tsx'
import { lazyPart } from './lazy-part.tsx'

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
  let Dialog = lazyPart(load)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, when modules load
  function LazyDialog(props: Props) {
    const [isBroken, setBroken] = useState(false)
    const [wasOpened, setOpened] = useState(false)
    if (isBroken && !props.open) setBroken(false)
    if (props.open && !wasOpened) setOpened(true)
    if (isBroken || !(props.open || wasOpened)) return null
    const handleError = () => {
      Dialog = lazyPart(load)
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
          <Dialog {...props} />
        </Suspense>
      </Boundary>
    )
  }
  return Object.assign(LazyDialog, { load: () => Dialog.load() })
}

/** The same for a dialog of a `DialogHost`. */
export const lazyOpening = <Props extends DialogOpening>(load: () => Promise<ComponentType<Props>>) =>
  lazyDialog<Props>(
    async () => ({ default: await load() }),
    ({ onOpenChange }) => onOpenChange(false),
  )
