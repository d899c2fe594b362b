import { Megaphone } from 'lucide-react'
import type { ReactNode } from 'react'

type AnnouncementLineProps = {
  title: ReactNode
  /** Shown beside the title if there is room. */
  byline?: ReactNode
  /** A button at the end of the line. */
  action?: ReactNode
}

/** An announcement as one line of the partner's home page. */
export function AnnouncementLine({ title, byline, action }: AnnouncementLineProps) {
  return (
    <div className="flex min-h-12 items-center gap-3 py-1 pr-2 pl-4 sm:pl-5">
      <Megaphone aria-hidden className="size-5 shrink-0 text-accent" />
      <div className="flex min-w-0 flex-1 items-center gap-3">{title}</div>
      {byline && <p className="shrink-0 text-13 text-muted max-sm:hidden">{byline}</p>}
      {action}
    </div>
  )
}
