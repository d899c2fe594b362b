import { useId } from 'react'
import { FormInput } from '#client/ui/form-fields.tsx'
import { limits } from '#contract/limits.ts'
import { usePartnerGroups } from './queries.ts'

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
