import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: LucideIcon
  /** Describes what will be shown here. */
  line: string
  /** The button that fills it, if the reader may do that. */
  action?: ReactNode
}

/** In a column that is higher, it stands in the middle. */
export function EmptyState({ icon: Icon, line, action }: EmptyStateProps) {
  return (
    <div className="my-auto flex flex-col items-center gap-3 px-4 py-10 text-center">
      <Icon aria-hidden strokeWidth={1.5} className="size-8 text-muted" />
      <p className="text-muted">{line}</p>
      {action}
    </div>
  )
}
