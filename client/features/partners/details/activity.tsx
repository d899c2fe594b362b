import { useId } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { HistoryList } from '#client/ui/history-list.tsx'
import type { PartnerActivity } from '#contract/partners/partners.ts'
import { usePartnerActivities } from './read-partner.ts'

/** What happened to a partner: who did what, and when. */
export function Activity({ partnerId }: { partnerId: string }) {
  const id = useId()
  const activities = usePartnerActivities(partnerId)
  const rows = activities.data?.pages.flatMap((page) => page.rows)
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-2 border-line border-t pt-5">
      <h3 id={id} className="text-15">
        Activity
      </h3>
      <HistoryList
        what="activity"
        query={activities}
        rows={rows}
        emptyLine="Nothing has happened yet"
        renderRow={(activity) => <ActivityRow key={activity.id} activity={activity} />}
      />
      {activities.hasNextPage && (
        <Button pending={activities.isFetchingNextPage} onClick={() => activities.fetchNextPage()}>
          {activities.isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </section>
  )
}

function ActivityRow({ activity: { description, actor, createdAt } }: { activity: PartnerActivity }) {
  return (
    <li className="py-2.5">
      <p className="wrap-anywhere">{description}</p>
      <p className="wrap-anywhere text-13 text-muted">
        {/* Without an actor it was the portal itself, or somebody whose account is gone. */}
        {actor && `${personName(actor)} · `}
        <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
      </p>
    </li>
  )
}
