import { useQueryClient } from '@tanstack/react-query'
import { useFormContext } from 'react-hook-form'
import { personName } from '#client/domain/person-name.ts'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { limits } from '#contract/limits.ts'
import { InviteMember, type Member, MemberForm } from '#contract/partners/members.ts'
import { type MembersPartner, membersOf } from './calls.ts'
import { useInviteMember, useUpdateMember } from './mutations.ts'

/** The form of an invitation begins with what is known about the person. */
export type Invitee = { email: string; firstName: string; lastName: string; title: string }

const unknown: Invitee = { email: '', firstName: '', lastName: '', title: '' }

type InviteMemberProps = DialogOpening & { partner: MembersPartner; invitee?: Invitee }

/** The form that invites somebody to a partner. */
export function InviteMemberDialog({ partner, invitee = unknown, ...opening }: InviteMemberProps) {
  const { mutateAsync: invite } = useInviteMember(partner)
  const edit = useEditForm<Invitee & { canSign: boolean }, InviteMember>({
    schema: InviteMember,
    record: null,
    valuesOf: () => ({ ...invitee, canSign: false }),
    save: (invitation) => invite(invitation),
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title="Invite a person"
      description={`We'll email them an invitation to ${partner.businessName}. Members also read its earlier messages and files.`}
      submitLabel="Send invitation"
      pendingLabel="Sending..."
    >
      <FormInput
        name="email"
        label="Email"
        required
        type="email"
        autoComplete="off"
        maxLength={limits.email}
      />
      <FormPair>
        <FormInput name="firstName" label="First Name" autoComplete="off" maxLength={limits.name} />
        <FormInput name="lastName" label="Last Name" autoComplete="off" maxLength={limits.name} />
      </FormPair>
      <TitleInput />
      <CanSignCheckbox businessName={partner.businessName} />
    </EditDialog>
  )
}

type ChangeMemberProps = DialogOpening & { partner: MembersPartner; member: Member }

/** The form that changes the title of a member, and whether they may sign. The owner always may. */
export function ChangeMemberDialog({ partner, member, ...opening }: ChangeMemberProps) {
  const client = useQueryClient()
  const { mutateAsync: update } = useUpdateMember(partner, member.id)
  const edit = useEditForm<{ title: string; canSign: boolean }, MemberForm, Member>({
    schema: MemberForm,
    record: member,
    valuesOf: (record) => ({ title: record?.title ?? '', canSign: record?.canSign ?? false }),
    save: (values, record) => update({ ...values, updatedAt: record?.updatedAt }),
    reload: async ({ id }) => {
      const members = await client.fetchQuery({ ...membersOf(partner).list, staleTime: 0 })
      return members.find((each) => each.id === id)
    },
  })
  return (
    <EditDialog
      {...opening}
      edit={edit}
      title={`Change ${personName(member)}`}
      what="This membership"
      gone="It was ended while you were editing."
      submitLabel="Save"
      pendingLabel="Saving..."
    >
      <TitleInput />
      {member.role !== 'owner' && <CanSignCheckbox businessName={partner.businessName} />}
    </EditDialog>
  )
}

const TitleInput = () => (
  <FormInput
    name="title"
    label="Title"
    hint="For example, event manager"
    autoComplete="off"
    maxLength={limits.name}
  />
)

function CanSignCheckbox({ businessName }: { businessName: string }) {
  const { register } = useFormContext<{ canSign: boolean }>()
  return (
    <Checkbox
      {...register('canSign')}
      label={
        <>
          May sign agreements
          <span className="block text-13 text-muted">
            {`They see the agreements, terms and amounts of ${businessName}, and sign for it.`}
          </span>
        </>
      }
    />
  )
}
