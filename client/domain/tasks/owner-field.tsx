import { personName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { FormSelect } from '#client/ui/form-fields.tsx'
import type { PartnerTask } from '#contract/tasks.ts'

/** The member of the team who looks after it. One who has left it stays until another is chosen. */
export function OwnerField({ owner }: Pick<PartnerTask, 'owner'>) {
  const { data: team = [] } = useTeam()
  const members = team.map((member) => ({ value: member.id, label: personName(member) }))
  const isListed = !owner || members.some(({ value }) => value === owner.id)
  const options = isListed ? members : [{ value: owner.id, label: owner.name }, ...members]
  return <FormSelect name="ownerId" label="Owner" placeholder="No owner" options={options} />
}
