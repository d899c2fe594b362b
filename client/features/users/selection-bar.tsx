import { type ReactNode, useRef, useState } from 'react'
import { formatCount } from '#client/lib/format.ts'
import type { Selection } from '#client/lib/selection.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { SelectPage } from '#client/ui/select-rows.tsx'
import { type AdminUser, invitationsPerDay, UserGroupForm } from '#contract/users/users.ts'
import { useInviteUsers, useSetGroupOfUsers } from './mutations.ts'
import { GroupInput } from './user-fields.tsx'

type SelectionBarProps = {
  selection: Selection
  /** The users of the page shown. */
  shown: AdminUser[]
  /** In its place while nothing is selected, and as high. */
  children: ReactNode
}

/** What can be done with the selected users. */
export function SelectionBar({ selection, shown, children }: SelectionBarProps) {
  const barRef = useRef<HTMLDivElement>(null)
  const [dialog, setDialog] = useState<'group' | 'invitation' | null>(null)
  const invite = useInviteUsers()
  const { ids } = selection
  const close = () => setDialog(null)

  const handleClear = () => {
    // The button goes away with the selection; the focus only follows if it was in here.
    if (barRef.current?.contains(document.activeElement)) barRef.current.focus()
    selection.clear()
  }

  return (
    <div
      ref={barRef}
      tabIndex={-1}
      className="outline-none max-md:sticky max-md:top-14 max-md:z-10 max-md:bg-surface"
    >
      {ids.length === 0 ? (
        children
      ) : (
        <div className="flex min-h-12 flex-wrap items-center gap-2 border-line border-b px-4 py-1.5 max-md:pl-1.5 sm:px-5">
          <span className="md:hidden">
            <SelectPage shown={shown} selection={selection} />
          </span>
          <Button size="small" onClick={() => setDialog('group')}>
            Set group…
          </Button>
          <Button size="small" pending={invite.isPending} onClick={() => setDialog('invitation')}>
            Resend invitation
          </Button>
          <Button size="small" variant="quiet" onClick={handleClear}>
            Clear
          </Button>
        </div>
      )}
      {dialog === 'group' && <SetGroup ids={ids} onSaved={selection.clear} onClose={close} />}
      <AlertDialog
        open={dialog === 'invitation'}
        onOpenChange={close}
        tone="primary"
        title={`Resend the invitation to ${formatCount(ids.length, 'user')}?`}
        description={`We'll email each of them a sign-in link, except users who are disabled, opted out of these emails, or got ${invitationsPerDay} invitations in the last day.`}
        confirmLabel="Resend invitation"
        onConfirm={() => invite.mutate([...ids], { onSuccess: handleClear })}
      />
    </div>
  )
}

type SelectionCountProps = { selection: Selection; total: number | undefined }

/** How many users there are, or how many are selected. */
export function SelectionCount({ selection: { ids, isFull }, total }: SelectionCountProps) {
  return (
    <span role="status" className="tabular-nums">
      {ids.length > 0 ? (
        <>
          <span className="font-medium text-ink">{ids.length} selected</span>
          {isFull && ' (maximum)'}
        </>
      ) : (
        total !== undefined && totalLabel(total)
      )}
    </span>
  )
}

const totalLabel = (total: number) =>
  total === 1 ? '1 total user' : `${total.toLocaleString('en-US')} total users`

type SetGroupProps = { ids: readonly string[]; onSaved: () => void; onClose: () => void }

function SetGroup({ ids, onSaved, onClose }: SetGroupProps) {
  const { mutateAsync: setGroup, isPending } = useSetGroupOfUsers()
  const edit = useEditForm<{ partnerGroup: string }, UserGroupForm>({
    schema: UserGroupForm,
    record: null,
    valuesOf: () => ({ partnerGroup: '' }),
    save: async ({ partnerGroup }) => {
      await setGroup({ userIds: [...ids], partnerGroup })
      onClose()
      onSaved()
    },
  })
  return (
    <EditDialog
      open
      onOpenChange={onClose}
      edit={edit}
      title={`Set group for ${formatCount(ids.length, 'user')}`}
      isPending={isPending}
      submitLabel={isPending ? 'Saving...' : 'Set group'}
    >
      <GroupInput hint="Choose or type a group. Leave empty to remove them from their groups." />
    </EditDialog>
  )
}
