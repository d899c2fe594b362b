import { useRef } from 'react'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { useDeleteResource } from '../mutations.ts'
import type { FileDialogProps } from './file-history.tsx'

export function DeleteResource({ file, open, onOpenChange }: FileDialogProps) {
  const rowRef = useRef<HTMLSpanElement>(null)
  const { mutate: deleteFile } = useDeleteResource(file.id, () => leaveRow(rowRef.current))
  return (
    <>
      <AlertDialog
        open={open}
        onOpenChange={onOpenChange}
        title={`Delete ${file.title}?`}
        description="Partners can no longer find it, and links to it stop working. This action cannot be undone."
        confirmLabel="Delete"
        onConfirm={() => deleteFile()}
      />
      {/* Marks the row: the dialog itself is at the end of the page. */}
      <span ref={rowRef} hidden />
    </>
  )
}

/** The row goes away: the focus moves on to a neighbor. */
const leaveRow = (marker: HTMLElement | null) => {
  const row = marker?.closest('li')
  if (!row?.contains(document.activeElement)) return
  const neighbor = row.nextElementSibling ?? row.previousElementSibling
  neighbor?.querySelector<HTMLElement>('a, button')?.focus()
}
