import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

/** One thing that the portal offers or requires: an icon, a title and a sentence. */
export function PointCard({
  icon: Icon,
  title,
  children,
}: {
  icon: LucideIcon
  title: string
  children: ReactNode
}) {
  return (
    <li className="flex gap-3 rounded-card border border-line bg-surface p-4 sm:block sm:p-5">
      <Icon aria-hidden strokeWidth={1.75} className="size-6 shrink-0 text-accent" />
      <div>
        <h2 className="text-17 sm:mt-3">{title}</h2>
        <p className="mt-1 text-13 text-muted">{children}</p>
      </div>
    </li>
  )
}
