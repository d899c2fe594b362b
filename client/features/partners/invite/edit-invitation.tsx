import { z } from 'zod'
import { call } from '#client/lib/api.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { InvitationChange, type PartnerInvitation } from '#contract/invitations.ts'
import { useUpdateInvitation } from './calls.ts'
import { PersonalLine, SetsField } from './common-fields.tsx'
import { chosenOf } from './invite-values.ts'

type Values = { setIds: string; personalLine: string }

const schema = z
  .custom<Values>()
  .transform(
    ({ setIds, personalLine }): z.input<typeof InvitationChange> => ({
      setIds: chosenOf(setIds),
      personalLine,
    }),
  )
  .pipe(InvitationChange)

type EditInvitationProps = DialogOpening & { partnerId: string; invitation: PartnerInvitation }

/** Changes the sets that wait with an invitation, and the text of its emails. */
export function EditInvitation({ partnerId, invitation, ...opening }: EditInvitationProps) {
  const { mutateAsync: update } = useUpdateInvitation(partnerId)
  const edit = useEditForm<Values, InvitationChange, PartnerInvitation>({
    schema,
    record: invitation,
    valuesOf: (record) => ({
      setIds: (record?.sets ?? []).map(({ id }) => id).join(' '),
      personalLine: record?.personalLine ?? '',
    }),
    save: (change, record) => update({ ...change, ...(record && { updatedAt: record.updatedAt }) }),
    reload: async () => {
      const { invitation: current } = await call('GET /api/admin/partners/:partnerId/invitation', {
        params: { partnerId },
      })
      return current ?? undefined
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Edit invitation"
      description="Used when the partner confirms the profile. The line is in each invitation email."
      submitLabel="Save changes"
      pendingLabel="Saving..."
      what="This invitation"
      gone="The partner has confirmed the profile."
    >
      <SetsField />
      <PersonalLine />
    </EditDialog>
  )
}
