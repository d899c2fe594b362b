import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type EmptyStateProps = {
  icon: LucideIcon
  /** The text about what will be shown here. */
  line: string
  /** The button that creates the first item, if the reader may do that. */
  action?: ReactNode
}

/** The message in place of an empty list. In a higher column, it is centered. */
export function EmptyState({ icon: Icon, line, action }: EmptyStateProps) {
  return (
    <div className="my-auto flex flex-col items-center gap-3 px-4 py-10 text-center">
      <Icon aria-hidden strokeWidth={1.5} className="size-8 text-muted" />
      <p className="text-muted">{line}</p>
      {action}
    </div>
  )
}
