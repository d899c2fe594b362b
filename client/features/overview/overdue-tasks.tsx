import CircleCheck from 'lucide-react/icons/circle-check'
import ClockAlert from 'lucide-react/icons/clock-alert'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

/** How many tasks are late, and the way to them. */
export function OverdueTasks({ count }: { count: number | undefined }) {
  const isLate = count !== undefined && count > 0
  const Icon = isLate ? ClockAlert : CircleCheck
  return (
    <section
      aria-label="Overdue tasks"
      className="flex min-h-17 flex-wrap items-center gap-x-3 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 sm:px-5"
    >
      {count === undefined ? (
        <Skeleton className="h-5 w-44" />
      ) : (
        <>
          <Icon aria-hidden className={isLate ? 'size-5 text-caution' : 'size-5 text-positive'} />
          <p className="mr-auto font-medium tabular-nums">
            {isLate ? formatCount(count, 'overdue task') : 'No overdue tasks'}
          </p>
          {isLate && (
            <Button asChild>
              <Link href="/?tasks=overdue">Show overdue tasks</Link>
            </Button>
          )}
        </>
      )}
    </section>
  )
}
