import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { FormSelect } from '#client/ui/form-fields.tsx'
import type { PartnerTask } from '#contract/tasks.ts'

type OwnerFieldProps = Pick<PartnerTask, 'owner'> & {
  /** The label of no choice. A new task without an owner is for the partner manager. */
  placeholder?: string
}

/** The form field for the member of staff responsible for a task. A member who has left the team stays until another one is chosen. */
export function OwnerField({ owner, placeholder = 'No owner' }: OwnerFieldProps) {
  const { data: team = [] } = useTeam()
  const members = team.map((member) => ({ value: member.id, label: personName(member) }))
  const isListed = !owner || members.some(({ value }) => value === owner.id)
  const options = isListed ? members : [{ value: owner.id, label: owner.name }, ...members]
  return <FormSelect name="ownerId" label="Owner" placeholder={placeholder} options={options} />
}
