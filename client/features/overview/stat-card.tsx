import type { LucideIcon } from 'lucide-react'
import { Skeleton } from '#client/ui/skeleton.tsx'

const number = new Intl.NumberFormat('en-US')

/** A count with its label, or a placeholder while it loads. */
export function StatCard({
  icon: Icon,
  label,
  value,
}: {
  icon: LucideIcon
  label: string
  value: number | undefined
}) {
  return (
    <div className="rounded-card border border-line bg-surface p-4 sm:p-5">
      <dt className="flex items-center justify-between gap-3 font-medium text-13 text-muted">
        {label}
        <Icon aria-hidden className="size-5 shrink-0 text-accent max-sm:hidden" />
      </dt>
      <dd className="mt-2 flex h-10 items-center font-semibold text-34 tabular-nums tracking-heading">
        {value === undefined ? <Skeleton className="h-8 w-16" /> : number.format(value)}
      </dd>
    </div>
  )
}
