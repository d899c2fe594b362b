import { Component, type ComponentType, type ReactNode, Suspense, useState } from 'react'
import { useIsOffline, useRetryWhenBack } from '#client/lib/connection.ts'
import { toast } from '#client/lib/toast.ts'
import { Button } from './button.tsx'
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

const showModal = (dialog: HTMLDialogElement | null) => {
  if (dialog && !dialog.open) dialog.showModal()
}

type WaitingDialogProps = { onRetry: () => unknown; onClose: () => void }

/** A native <dialog> in place of a dialog that could not be loaded. The portal's own dialog may be missing, too. */
export function WaitingDialog({ onRetry, onClose }: WaitingDialogProps) {
  const isOffline = useIsOffline()
  useRetryWhenBack(onRetry)
  return (
    <dialog
      ref={showModal}
      aria-labelledby="waiting-dialog"
      onClose={onClose}
      className="m-auto w-[calc(100%-2rem)] max-w-120 rounded-card border border-line bg-raised p-5 text-ink shadow-dialog"
    >
      <h2 id="waiting-dialog" className="text-17">
        {isOffline ? "You're offline" : 'This could not be loaded'}
      </h2>
      <p className="mt-1 text-muted">
        {isOffline ? "This opens when you're connected again." : 'Check your connection. We keep trying.'}
      </p>
      <div className="mt-4 flex justify-end gap-2">
        <Button onClick={onClose}>Close</Button>
        {!isOffline && <Button onClick={onRetry}>Retry</Button>}
      </div>
    </dialog>
  )
}

/**
 * Creates a dialog in a separate file, which is loaded when the dialog is first opened. While it cannot be loaded, a small dialog says so
 * and retries. If the dialog throws an error, it closes with a message and the screen behind it keeps working.
 */
export const lazyDialog = <Props extends { open: boolean }>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  close: (props: Props) => void,
) => {
  const Dialog = lazyPart(
    load,
    ({ part, onRetry }) => part.open && <WaitingDialog onRetry={onRetry} onClose={() => close(part)} />,
  )

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each file, when modules load
  function LazyDialog(props: Props) {
    const [isBroken, setBroken] = useState(false)
    const [wasOpened, setOpened] = useState(false)
    if (isBroken && !props.open) setBroken(false)
    if (props.open && !wasOpened) setOpened(true)
    // A dialog that could not be loaded is loaded again the next time it opens.
    if (!props.open && wasOpened && !Dialog.isLoaded()) setOpened(false)
    if (isBroken || !(props.open || wasOpened)) return null
    const handleError = () => {
      setBroken(true)
      close(props)
      const action = { label: 'Reload', onSelect: () => location.reload() }
      const description = 'Your saved work is safe. Reload the page to continue.'
      toast({ title: 'This could not be opened', description, tone: 'danger', action })
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

/** Creates a dialog in a separate file, like `lazyDialog`, for use in a `DialogHost`. */
export const lazyOpening = <Props extends DialogOpening>(load: () => Promise<ComponentType<Props>>) =>
  lazyDialog<Props>(
    async () => ({ default: await load() }),
    ({ onOpenChange }) => onOpenChange(false),
  )
