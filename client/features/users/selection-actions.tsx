import { GroupInput } from '#client/domain/group-input.tsx'
import { formatCount } from '#client/lib/format.ts'
import type { Selection } from '#client/lib/selection.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { question } from '#client/ui/question.tsx'
import { invitationsPerDay } from '#contract/limits.ts'
import { UserGroupForm } from '#contract/users/users.ts'
import { useInviteUsers, useSetGroupOfUsers } from './mutations.ts'

type SelectionProps = { selection: Selection }

/** The actions on the selected users. */
export function UserSelectionActions({ selection }: SelectionProps) {
  const invite = useInviteUsers()
  const { ids } = selection

  const invitationQuestion = question({
    title: `Resend the invitation to ${formatCount(ids.length, 'user')}?`,
    description: `We'll skip users who are disabled, have opted out of these emails, or got ${invitationsPerDay} invitations in the last day.`,
    confirmLabel: 'Resend invitation',
    tone: 'primary',
    onConfirm: () => invite.mutate([...ids], { onSuccess: selection.clear }),
  })

  return (
    <>
      <Button size="small" opens={(opening) => <SetGroup {...opening} selection={selection} />}>
        Set group…
      </Button>
      <Button size="small" pending={invite.isPending} opens={invitationQuestion}>
        Resend invitation
      </Button>
    </>
  )
}

function SetGroup({ selection: { ids, clear }, ...opening }: SelectionProps & DialogOpening) {
  const { mutateAsync: setGroup } = useSetGroupOfUsers()
  const edit = useEditForm<{ partnerGroup: string }, UserGroupForm>({
    schema: UserGroupForm,
    record: null,
    valuesOf: () => ({ partnerGroup: '' }),
    save: async ({ partnerGroup }) => {
      await setGroup({ userIds: [...ids], partnerGroup })
      opening.onOpenChange(false)
      clear()
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Set group for ${formatCount(ids.length, 'user')}`}
      submitLabel="Set group"
      pendingLabel="Saving..."
    >
      <GroupInput hint="Choose or type a group. Leave empty to remove them from their groups." />
    </EditDialog>
  )
}
