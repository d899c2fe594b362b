import { useQuery } from '@tanstack/react-query'
import { formatCount } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Fact } from '#client/ui/facts.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { EditInvitation } from './lazy-dialogs.ts'

/** Shows the task sets and the personal line that wait until the partner confirms the profile; nothing if the partner was not invited in this way. */
export function Invitation({ partner: { id, businessName } }: { partner: AdminPartner }) {
  const { data } = useQuery(
    readOf('/api/admin/partners/:partnerId/invitation', { params: { partnerId: id } }),
  )
  const invitation = data?.invitation
  if (!invitation) return null
  const { sets, setsGone } = invitation
  return (
    <Fact label="With the invitation">
      <span className="wrap-anywhere block">
        {sets.length > 0 ? `Waiting: ${sets.map(({ name }) => name).join(', ')}` : 'No task sets'}
      </span>
      {setsGone > 0 && (
        <span className="block text-caution">{`${formatCount(setsGone, 'set')} deleted since`}</span>
      )}
      <Button
        size="small"
        className="mt-1.5"
        opens={(opening) => <EditInvitation {...opening} partnerId={id} invitation={invitation} />}
      >
        Edit<span className="sr-only">{` the invitation of ${businessName}`}</span>
      </Button>
    </Fact>
  )
}
