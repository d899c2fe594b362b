import type { ComponentProps } from 'react'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { grantableRoles } from './user-permissions.ts'

type RoleSelectProps = ComponentProps<'select'> & { me: CurrentUser; error: string | undefined }

/** The roles that this member of staff can give, with the reason where one of them is missing. */
export function RoleSelect({ me, error, children, ...select }: RoleSelectProps) {
  const { roles, why } = grantableRoles(me)
  return (
    <Field label="Role" required hint={why} error={error}>
      <Select {...select}>
        {children}
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleLabels[role]}
          </option>
        ))}
      </Select>
    </Field>
  )
}
