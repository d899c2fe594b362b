import { Day } from '#client/domain/day.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import { usePartnerActivities } from '../queries.ts'

/** The activity of a partner, with the actor and the time. */
export function Activity({ partnerId }: { partnerId: string }) {
  const activities = usePartnerActivities(partnerId)
  return (
    <PagedList
      what="activity"
      query={activities}
      rows={activities.data?.pages.flatMap((page) => page.rows)}
      emptyLine="No activity yet"
      renderRow={({ id, description, actorName, createdAt }) => (
        <li key={id} className="py-2.5 first:pt-0">
          <p className="wrap-anywhere">{description}</p>
          <p className="wrap-anywhere text-13 text-muted">
            {/* There is no actor where the portal acted itself or the user was deleted. */}
            {actorName && `${actorName} · `}
            <Day at={createdAt} exact />
          </p>
        </li>
      )}
    />
  )
}
