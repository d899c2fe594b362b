import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import { FormInput } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { limits } from '#contract/fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Role } from '#contract/users/roles.ts'
import { CreateUser } from '#contract/users/users.ts'
import { useAddUser } from './mutations.ts'
import { GroupInput, RoleSelect } from './user-fields.tsx'

type Values = { email: string; firstName: string; lastName: string; role: Role; partnerGroup: string }

export function AddUser({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const { mutateAsync: addUser, isPending } = useAddUser()
  const edit = useEditForm<Values, CreateUser>({
    schema: CreateUser,
    record: null,
    valuesOf: () => ({ email: '', firstName: '', lastName: '', role: 'user', partnerGroup: '' }),
    save: async (user) => {
      await addUser(user)
      onClose()
    },
  })

  return (
    <EditDialog
      open
      onOpenChange={onClose}
      edit={edit}
      title="Add User"
      description="We'll email them a sign-in link."
      isPending={isPending}
      submitLabel={isPending ? 'Adding...' : 'Add User'}
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
      <RoleSelect me={me} />
      <GroupInput />
    </EditDialog>
  )
}
