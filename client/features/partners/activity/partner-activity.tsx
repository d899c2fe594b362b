import { useLocation } from 'wouter'
import { usePartnerDialog } from '#client/domain/opened.ts'
import { useAddressView } from '#client/lib/address-view.ts'
import { ActivityList, readActivityKind } from './activity-list.tsx'
import { ProfileChanges } from './profile-changes.tsx'
import { usePartnerActivities } from './queries.ts'

/** For staff: what happened to a partner. The address contains the chosen kind. */
export function PartnerActivity({ partnerId }: { partnerId: string }) {
  const { linkToPart } = usePartnerDialog()
  const [, navigate] = useLocation()
  const kind = readActivityKind(useAddressView().get('activity-kind'))
  return (
    <ActivityList
      query={usePartnerActivities(partnerId, kind)}
      kind={kind}
      renderDetails={(activity) => <ProfileChanges activity={activity} />}
      onKindChange={(next) => {
        const { href, ...how } = linkToPart('activity-kind', next)
        navigate(href, how)
      }}
    />
  )
}
