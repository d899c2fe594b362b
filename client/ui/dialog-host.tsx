import { createContext, Fragment, type ReactNode, use, useRef, useState } from 'react'

/** The props of an opened dialog. */
export type DialogOpening = { open: boolean; onOpenChange: (open: boolean) => void }

/** Renders a dialog as it opens and closes. */
export type RenderDialog = (opening: DialogOpening) => ReactNode

const DialogHostContext = createContext<(render: RenderDialog) => void>(() => {})
const ignore = () => {}
const ClosedContext = createContext(ignore)

/**
 * Opens a dialog in the nearest DialogHost, with the values that it was opened with until it is closed. A button and an item of a menu do
 * so by themselves, by their `opens`.
 */
export const useOpenDialog = () => use(DialogHostContext)

/** For the dialog that a DialogHost renders: the dialog calls it once it is no longer seen, and goes away with all that it has read. */
export const useClosed = () => use(ClosedContext)

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

  // A dialog that finishes late must not close another, which was opened meanwhile.
  const handleOpenChange = (number: number) => (open: boolean) =>
    setShown((now) => (now?.number === number ? { ...now, open } : now))

  const handleClosed = () => setShown((now) => (now?.open ? now : undefined))

  return (
    <DialogHostContext value={handleOpen}>
      {/* A dialog among them is not the one that is shown here. */}
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
