import { createContext, Fragment, type ReactNode, use, useState } from 'react'

/** The props of an opened dialog. */
export type DialogOpening = { open: boolean; onOpenChange: (open: boolean) => void }

type RenderDialog = (opening: DialogOpening) => ReactNode

const DialogHostContext = createContext<(render: RenderDialog) => void>(() => {})

/** Opens a dialog in the nearest DialogHost, with the values that it was opened with until it is closed. */
export const useOpenDialog = () => use(DialogHostContext)

/**
 * Renders the dialogs that components inside it open. A dialog rendered in a row would be unmounted, with what was typed in it,
 * when the list is read again without that row.
 */
export function DialogHost({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<{ render: RenderDialog; number: number; open: boolean }>()

  const handleOpen = (render: RenderDialog) =>
    setShown((last) => ({ render, number: (last?.number ?? 0) + 1, open: true }))

  // A dialog that finishes late must not close another, which was opened meanwhile.
  const handleOpenChange = (number: number) => (open: boolean) =>
    setShown((now) => (now?.number === number ? { ...now, open } : now))

  return (
    <DialogHostContext value={handleOpen}>
      {children}
      {shown && (
        <Fragment key={shown.number}>
          {shown.render({ open: shown.open, onOpenChange: handleOpenChange(shown.number) })}
        </Fragment>
      )}
    </DialogHostContext>
  )
}
