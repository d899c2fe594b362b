import type { ReactNode } from 'react'
import { formatDateTime, formatTime } from '#client/lib/format.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Select } from '#client/ui/field.tsx'
import { PagedList } from '#client/ui/paged-list.tsx'
import type { PartnerActivity } from '#contract/partners/activity.ts'
import { type ActivityKind, activityKindLabels, activityKinds } from '#contract/partners/activity-kinds.ts'
import { ActivityLine, useSubjectLinks } from './activity-line.tsx'
import { DayHeading } from './day-heading.tsx'
import type { useOwnActivities } from './queries.ts'

/** Returns the kind that an address names; undefined for all kinds. */
export const readActivityKind = (text: string): ActivityKind | undefined =>
  activityKinds.find((kind) => kind === text)

type ActivityListProps = {
  query: ReturnType<typeof useOwnActivities>
  kind: ActivityKind | undefined
  onKindChange: (kind: ActivityKind | null) => void
  /** Renders more below an entry. */
  renderDetails?: (activity: PartnerActivity) => ReactNode
}

/** The activity of a partner by days, the latest first, all of it or of one kind. */
export function ActivityList({ query, kind, onKindChange, renderDetails }: ActivityListProps) {
  const linkTo = useSubjectLinks()
  const now = new Date(useNow())
  const rows = query.data?.pages.flatMap((page) => page.rows)
  return (
    <>
      <Select
        aria-label="Kind of activity"
        value={kind ?? ''}
        onChange={({ target }) => onKindChange(readActivityKind(target.value) ?? null)}
        className="mb-4 sm:w-60"
      >
        <option value="">All activity</option>
        {activityKinds.map((each) => (
          <option key={each} value={each}>
            {activityKindLabels[each]}
          </option>
        ))}
      </Select>
      <PagedList
        what="activity"
        query={query}
        rows={rows}
        emptyLine={kind ? 'No activity of this kind yet' : 'No activity yet'}
        renderRow={(activity, index) => (
          <li key={activity.id}>
            <DayHeading at={activity.createdAt} before={rows?.[index - 1]?.createdAt} now={now} />
            <ActivityLine
              activity={activity}
              link={linkTo(activity)}
              time={
                <time dateTime={activity.createdAt} title={formatDateTime(activity.createdAt)}>
                  {formatTime(activity.createdAt)}
                </time>
              }
              className="-mx-2 rounded-control px-2 py-2.5"
            />
            {renderDetails?.(activity)}
          </li>
        )}
      />
    </>
  )
}
