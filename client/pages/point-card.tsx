import { CircleCheck, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

type PointCardProps = {
  icon: LucideIcon
  title: string
  /** The reader's progress. */
  state?: string | undefined
  isDone?: boolean
  children: ReactNode
}

/** A card about one thing that the portal offers or requires, with an icon, a title and a sentence. */
export function PointCard({ icon: Icon, title, state, isDone = false, children }: PointCardProps) {
  return (
    <li className="flex gap-3 rounded-card border border-line bg-surface p-4 sm:flex-col sm:p-5">
      <Icon aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-accent" />
      <div className="flex flex-1 flex-col">
        <h2 className="text-17">{title}</h2>
        <p className="mt-1 text-13 text-muted">{children}</p>
        {state && (
          <p className="mt-auto flex items-center pt-2 gap-1.5 font-medium text-13">
            {isDone && <CircleCheck aria-hidden className="size-4 text-positive" />}
            {state}
          </p>
        )}
      </div>
    </li>
  )
}
