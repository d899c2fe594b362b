import { Ellipsis, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { partnerLabel, type RowPartner } from './rows.ts'

/** In the head of a section: creates a row. */
export function AddButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <Button size="small" onClick={onClick}>
      <Plus aria-hidden className="size-4" />
      {children}
    </Button>
  )
}

type RowMenuProps = { name: string; row: { partner?: RowPartner }; children: ReactNode }

/** At the end of a row: a button with the menu of what staff can do with it. */
export function RowMenu({ name, row, children }: RowMenuProps) {
  const owner = row.partner ? ` of ${row.partner.businessName}` : ''
  return (
    // As far out as the padding of the icon, and no higher than the text of the row.
    <div className="-my-1 -mr-2.5">
      <Menu
        trigger={
          <IconButton label={`Actions for ${name}${owner}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        {children}
      </Menu>
    </div>
  )
}

type DeletedRow = {
  kind: 'activation'
  row: { id: string; partner?: RowPartner }
  name: string
  /** Whose row it is, where the list is of one partner. */
  partner: RowPartner | null
  onDelete: () => void
}

/** The last item of a row's menu: deletes the row after a confirmation. */
export function DeleteItem(props: DeletedRow) {
  const openDialog = useOpenDialog()
  return (
    <>
      <MenuSeparator />
      <MenuItem
        tone="danger"
        onSelect={() => openDialog((opening) => <DeleteDialog {...opening} {...props} />)}
      >
        <Trash2 aria-hidden />
        Delete
      </MenuItem>
    </>
  )
}

/** Asks before a row is deleted. */
export function DeleteDialog({ kind, row, name, partner, onDelete, ...opening }: DialogOpening & DeletedRow) {
  const owner = partner ?? row.partner
  const nextRef = useRef<HTMLElement>(null)

  const handleConfirm = () => {
    nextRef.current = neighborOf(topElementOf(`${kind}-${row.id}`))
    onDelete()
  }

  return (
    <AlertDialog
      {...opening}
      title={`Delete ${name}?`}
      description={`${
        owner ? `${partnerLabel(owner)} no longer sees this ${kind}. ` : ''
      }This action cannot be undone.`}
      confirmLabel="Delete"
      onConfirm={handleConfirm}
      focusAfter={() => nextRef.current}
    />
  )
}

/** The same row may also be in a list behind the dialog that this one is in, which comes later in the document. */
const topElementOf = (id: string) =>
  [...document.querySelectorAll<HTMLElement>(`[id="${id}"]`)].at(-1) ?? null

/** Where the focus goes when the row is gone: to a row beside it, or to the list that is empty then. */
const neighborOf = (row: HTMLElement | null): HTMLElement | null => {
  const next = row?.nextElementSibling ?? row?.previousElementSibling ?? row?.closest('[data-rows]')
  return next instanceof HTMLElement ? next : null
}
