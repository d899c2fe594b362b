import { GroupInput } from '#client/domain/group-input.tsx'
import { useEditForm } from '#client/lib/use-edit-form.ts'
import { EditDialog } from '#client/ui/form-dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Role } from '#contract/users/roles.ts'
import { CreateUser } from '#contract/users/users.ts'
import { useAddUser } from './mutations.ts'
import { NameAndEmail, RoleSelect } from './user-fields.tsx'

type Values = { email: string; firstName: string; lastName: string; role: Role; partnerGroup: string }

export function AddUser({ me, onClose }: { me: CurrentUser; onClose: () => void }) {
  const { mutateAsync: addUser } = useAddUser()
  const edit = useEditForm<Values, CreateUser>({
    schema: CreateUser,
    record: null,
    valuesOf: () => ({ email: '', firstName: '', lastName: '', role: 'user', partnerGroup: '' }),
    save: (user) => addUser(user),
  })

  return (
    <EditDialog
      open
      onOpenChange={onClose}
      edit={edit}
      title="Add User"
      description="We'll email them a sign-in link."
      submitLabel="Add User"
      pendingLabel="Adding..."
    >
      <NameAndEmail />
      <RoleSelect me={me} />
      <GroupInput />
    </EditDialog>
  )
}
