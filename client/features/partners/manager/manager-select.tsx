import { initials, personName, splitName } from '#client/domain/person-name.ts'
import { useTeam } from '#client/domain/queries.ts'
import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Select } from '#client/ui/field.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'

type ManagerSelectProps = {
  label: string
  manager: AdminPartner['manager']
  isPending: boolean
  onChange: (managerId: string | null) => void
}

/** A choice of the member of staff who manages something. A manager who has left the team stays until another one is chosen. */
export function ManagerSelect({ label, manager, isPending, onChange }: ManagerSelectProps) {
  const { data: team = [] } = useTeam()
  const isListed = !manager || team.some(({ id }) => id === manager.id)
  return (
    <Select
      aria-label={label}
      value={manager?.id ?? ''}
      disabled={isPending}
      onChange={({ target }) => onChange(target.value || null)}
      className="max-w-60"
    >
      <option value="">No manager</option>
      {!isListed && <option value={manager.id}>{manager.name}</option>}
      {team.map((member) => (
        <option key={member.id} value={member.id}>
          {personName(member)}
        </option>
      ))}
    </Select>
  )
}

/** The partner manager of one partner, with their picture, to be changed. */
export function PartnerManager({ partner: { id, fullName, manager } }: { partner: AdminPartner }) {
  const { data: team = [] } = useTeam()
  const picture = team.find((member) => member.id === manager?.id)?.profileImageUrl
  const { mutate, isPending } = useEndpointMutation(
    (managerId: string | null) =>
      call('POST /api/admin/partners/bulk', { body: { change: { kind: 'manager', managerId }, ids: [id] } }),
    {
      success: 'Partner manager changed',
      failure: 'The partner manager could not be changed. Check your connection and try again.',
      serverMessages: 'all',
      invalidates: [staffReads],
      awaitsReads: true,
    },
  )
  return (
    <div className="flex items-center gap-2">
      {manager && <Avatar src={picture} initials={initials(splitName(manager.name))} />}
      <ManagerSelect
        label={`Partner manager of ${fullName}`}
        manager={manager}
        isPending={isPending}
        onChange={mutate}
      />
    </div>
  )
}
