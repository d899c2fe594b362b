import CircleCheck from 'lucide-react/icons/circle-check'
import ClockAlert from 'lucide-react/icons/clock-alert'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** The number of overdue tasks, with a link to them. */
export function OverdueTasks({ count }: { count: number | undefined }) {
  const hasOverdue = count !== undefined && count > 0
  const Icon = hasOverdue ? ClockAlert : CircleCheck
  return (
    <section
      aria-label="Overdue tasks"
      className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      {count === undefined ? (
        <Skeleton className="h-5 w-44" />
      ) : (
        <>
          <Icon aria-hidden className={hasOverdue ? 'size-5 text-caution' : 'size-5 text-positive'} />
          <p className="mr-auto font-medium tabular-nums">
            {hasOverdue ? formatCount(count, 'overdue task') : 'No overdue tasks'}
          </p>
          {hasOverdue && (
            <Button asChild>
              <Link href="/?tasks=overdue">Show overdue tasks</Link>
            </Button>
          )}
        </>
      )}
    </section>
  )
}
