import { FormInput, FormSelect } from '#client/ui/form-fields.tsx'
import { FormPair } from '#client/ui/form-section.tsx'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { grantableRoles } from './user-permissions.ts'

/** The fields for the name and email of a user. */
export const NameAndEmail = () => (
  <>
    <FormInput name="email" label="Email" required type="email" autoComplete="off" maxLength={limits.email} />
    <FormPair>
      <FormInput name="firstName" label="First Name" autoComplete="off" maxLength={limits.name} />
      <FormInput name="lastName" label="Last Name" autoComplete="off" maxLength={limits.name} />
    </FormPair>
  </>
)

type RoleSelectProps = { me: CurrentUser; placeholder?: string }

/** The roles that this member of staff can give, and the reason if one is missing. */
export function RoleSelect({ me, ...select }: RoleSelectProps) {
  const { roles, why } = grantableRoles(me)
  return (
    <FormSelect
      {...select}
      name="role"
      label="Role"
      required
      hint={why}
      options={roles.map((role) => ({ value: role, label: roleLabels[role] }))}
    />
  )
}
