import { useId } from 'react'
import { usePartnerGroups } from '#client/domain/queries.ts'
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

type GroupInputProps = { hint?: string }

/** The field of a group: existing groups are suggested, and a new one may be typed. */
export function GroupInput({ hint = 'Choose or type a group. Leave empty for none.' }: GroupInputProps) {
  const listId = useId()
  const groups = usePartnerGroups()
  return (
    <>
      <FormInput
        name="partnerGroup"
        label="Partner Group"
        hint={hint}
        list={listId}
        autoComplete="off"
        maxLength={limits.group}
        placeholder="None"
      />
      <datalist id={listId}>
        {groups.data?.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </>
  )
}
