import { Inbox } from 'lucide-react'
import { Link } from 'wouter'
import { Ago } from '#client/domain/day.tsx'
import { useActivityDialog } from '#client/domain/opened.ts'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { ActivityLine, useSubjectLinks } from './activity-line.tsx'
import { latestActivitiesShown, useLatestActivities } from './queries.ts'

const lineClassName = 'min-h-14 px-4 py-2.5 sm:px-5'

/** A card with the latest activity of the partner, and a link to all of it. */
export function RecentActivity({ now }: { now: number }) {
  const dialog = useActivityDialog()
  const linkTo = useSubjectLinks()
  const { data, isError, error, refetch } = useLatestActivities()
  return (
    <Card title="Recent activity" flush>
      <QueryState
        query={{ data: data?.rows, isError, error, refetch }}
        loading={<Skeletons />}
        failure={{ title: 'The activity could not be loaded' }}
        failureClassName="p-4"
        empty={{
          when: (rows) => rows.length === 0,
          show: <EmptyState icon={Inbox} line="No activity yet" />,
        }}
      >
        {(activities) => (
          <ul className="divide-y divide-line">
            {activities.map((activity) => (
              <li key={activity.id}>
                <ActivityLine
                  activity={activity}
                  link={linkTo(activity)}
                  time={<Ago at={activity.createdAt} now={now} />}
                  className={lineClassName}
                />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      <footer className="border-line border-t px-4 py-1.5 sm:px-5">
        <Link {...dialog.linkTo('all')} className="text-link text-13 touch:inline-block touch:py-3">
          View all<span className="sr-only"> activity</span>
        </Link>
      </footer>
    </Card>
  )
}

const Skeletons = () => (
  <div className="divide-y divide-line">
    {Array.from({ length: latestActivitiesShown }, (_, line) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
      <div key={line} className={`flex items-center gap-3 ${lineClassName}`}>
        <Skeleton className="size-8 shrink-0 rounded-full" />
        <Skeleton className="h-4 w-40" />
      </div>
    ))}
  </div>
)
