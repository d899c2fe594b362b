import { type ComponentProps, useId } from 'react'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { roleLabels } from '#contract/users/roles.ts'
import { usePartnerGroups } from './queries.ts'
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

type GroupInputProps = ComponentProps<'input'> & { hint: string; error: string | undefined }

/** A group: existing ones are suggested, and a new one may be typed. */
export function GroupInput({ hint, error, ...input }: GroupInputProps) {
  const listId = useId()
  const groups = usePartnerGroups()
  return (
    <Field label="Partner Group" hint={hint} error={error}>
      <TextInput list={listId} autoComplete="off" maxLength={limits.group} placeholder="None" {...input} />
      <datalist id={listId}>
        {groups.data?.map((group) => (
          <option key={group} value={group} />
        ))}
      </datalist>
    </Field>
  )
}
