import { useRef } from 'react'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { partnerLabel } from '../partner-picker/partner-label.ts'
import { type DeletedKind, useDeleteRow } from './delete-row.ts'
import type { RowPartner } from './rows.ts'

type DeleteQuestionProps = {
  kind: DeletedKind
  id: string
  name: string
  partner: RowPartner | null
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Asks before a task or an activation is deleted. */
export function DeleteQuestion({ kind, id, name, partner, ...opening }: DeleteQuestionProps) {
  const { mutate: remove } = useDeleteRow(kind)
  const next = useRef<HTMLElement>(null)

  const handleConfirm = () => {
    next.current = nextTo(document.getElementById(`${kind}-${id}`))
    remove(id)
  }

  return (
    <AlertDialog
      {...opening}
      title={`Delete ${name}?`}
      description={`${
        partner ? `${partnerLabel(partner)} no longer sees this ${kind}. ` : ''
      }This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      focusOnceConfirmed={() => next.current}
    />
  )
}

/** The row goes away: the focus goes on to a neighbour, or to the list that is empty then. */
const nextTo = (row: HTMLElement | null): HTMLElement | null => {
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling
  const next = neighbour ?? row?.closest('[data-rows]')
  return next instanceof HTMLElement ? next : null
}
