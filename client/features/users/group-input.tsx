import { type ComponentProps, useId } from 'react'
import { Field } from '#client/ui/field.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import { limits } from '#contract/fields.ts'
import { useGroups } from './queries.ts'

type GroupInputProps = ComponentProps<'input'> & { hint?: string; error?: string | undefined }

/** A group: those that there are come as suggestions, and a new one may be typed. */
export function GroupInput({ hint, error, ...input }: GroupInputProps) {
  const listId = useId()
  const groups = useGroups()
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
