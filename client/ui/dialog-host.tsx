import { createContext, Fragment, type ReactNode, use, useRef, useState } from 'react'

/** The props of an opened dialog. */
export type DialogOpening = { open: boolean; onOpenChange: (open: boolean) => void }

/** Renders a dialog as it opens and closes. */
export type RenderDialog = (opening: DialogOpening) => ReactNode

const DialogHostContext = createContext<(render: RenderDialog) => void>(() => {})
const ignore = () => {}
const ClosedContext = createContext(ignore)

/**
 * Returns a function that opens a dialog in the nearest DialogHost. The dialog keeps its props from that moment, even if its opener renders again.
 * Buttons and menu items have the prop `opens` for this.
 */
export const useOpenDialog = () => use(DialogHostContext)

/** Returns the function that a dialog in a DialogHost calls when it is no longer visible. The host then unmounts the dialog. */
export const useHandleClosed = () => use(ClosedContext)

/**
 * Renders the dialogs that components inside it open. A dialog rendered in a row would be unmounted, with what was typed in it,
 * when the list is read again without that row.
 */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ render: RenderDialog; number: number; open: boolean }>()
  const numberRef = useRef(0)

  const handleOpen = (render: RenderDialog) => {
    numberRef.current += 1
    setShown({ render, number: numberRef.current, open: true })
  }

  // A dialog closes itself when its request ends. It must not close another dialog that was opened in the meantime.
  const handleOpenChange = (number: number) => (open: boolean) =>
    setShown((now) => (now?.number === number ? { ...now, open } : now))

  const handleClosed = () => setShown((now) => (now?.open ? now : undefined))

  return (
    <DialogHostContext value={handleOpen}>
      {/* Dialogs among the children are not rendered by this host, so closing them must not unmount its dialog. */}
      <ClosedContext value={ignore}>{children}</ClosedContext>
      {shown && (
        <ClosedContext value={handleClosed}>
          <Fragment key={shown.number}>
            {shown.render({ open: shown.open, onOpenChange: handleOpenChange(shown.number) })}
          </Fragment>
        </ClosedContext>
      )}
    </DialogHostContext>
  )
}
