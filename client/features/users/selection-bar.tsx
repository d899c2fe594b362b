import { type ComponentProps, useState } from 'react'
import { formatCount } from '#client/lib/format.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import { AlertDialog } from '#client/ui/dialog.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { SelectionBar } from '#client/ui/select-rows.tsx'
import { invitationsPerDay, UserGroupForm } from '#contract/users/users.ts'
import { useInviteUsers, useSetGroupOfUsers } from './mutations.ts'
import { GroupInput } from './user-fields.tsx'

type UserSelectionBarProps = Omit<ComponentProps<typeof SelectionBar>, 'actions'>

/** What can be done with the selected users. */
export function UserSelectionBar({ selection, ...bar }: UserSelectionBarProps) {
  const [dialog, setDialog] = useState<'group' | 'invitation' | null>(null)
  const invite = useInviteUsers()
  const { ids } = selection
  const close = () => setDialog(null)

  return (
    <>
      <SelectionBar
        {...bar}
        selection={selection}
        actions={
          <>
            <Button size="small" onClick={() => setDialog('group')}>
              Set group…
            </Button>
            <Button size="small" pending={invite.isPending} onClick={() => setDialog('invitation')}>
              Resend invitation
            </Button>
          </>
        }
      />
      {dialog === 'group' && <SetGroup ids={ids} onSaved={selection.clear} onClose={close} />}
      <AlertDialog
        open={dialog === 'invitation'}
        onOpenChange={close}
        tone="primary"
        title={`Resend the invitation to ${formatCount(ids.length, 'user')}?`}
        description={`We'll email each of them a sign-in link, except users who are disabled, opted out of these emails, or got ${invitationsPerDay} invitations in the last day.`}
        confirmLabel="Resend invitation"
        onConfirm={() => invite.mutate([...ids], { onSuccess: selection.clear })}
      />
    </>
  )
}

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
