import { useRef } from 'react'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { useDeleteResource } from './change-resource.ts'
import type { FileDialogProps } from './file-dialog.ts'

export function DeleteResource({ file, open, onOpenChange }: FileDialogProps) {
  const place = useRef<HTMLSpanElement>(null)
  const { mutate: withdraw } = useDeleteResource(file.id, () => leaveRow(place.current))
  return (
    <>
      <AlertDialog
        open={open}
        onOpenChange={onOpenChange}
        title={`Delete ${file.title}?`}
        description="Partners no longer find it, and links to it stop working. This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={() => withdraw()}
      />
      {/* Where in the list this is: the dialog itself lies at the end of the page. */}
      <span ref={place} hidden />
    </>
  )
}

/** The row goes away: the focus in it goes on to a neighbour. */
const leaveRow = (place: HTMLElement | null) => {
  const row = place?.closest('li')
  if (!row?.contains(document.activeElement)) return
  const neighbour = row.nextElementSibling ?? row.previousElementSibling
  neighbour?.querySelector<HTMLElement>('a, button')?.focus()
}
