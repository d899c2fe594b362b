import { Megaphone } from 'lucide-react'
import type { ReactNode, Ref } from 'react'

type AnnouncementCardProps = {
  ref?: Ref<HTMLElement>
  /** A heading. */
  title: ReactNode
  byline: ReactNode
  /** In its corner. */
  action?: ReactNode
  children: ReactNode
}

/** An announcement as partners see it on their home page. */
export function AnnouncementCard({ ref, title, byline, action, children }: AnnouncementCardProps) {
  return (
    <article
      ref={ref}
      className="grid min-w-0 grid-cols-[1.25rem_minmax(0,1fr)_auto] gap-x-3 gap-y-1.5 rounded-card border border-line bg-surface py-3.5 pr-2 pl-4 sm:pl-5"
    >
      <Megaphone aria-hidden className="mt-0.5 size-5 text-accent" />
      <div className="min-w-0">
        {title}
        <p className="text-13 text-muted">{byline}</p>
      </div>
      <div className="-mt-1.5">{action}</div>
      <div className="col-span-full grid min-w-0 grid-cols-1 gap-1.5 pr-2 sm:col-start-2">{children}</div>
    </article>
  )
}

export const cardTitleClassName = 'wrap-anywhere font-semibold text-15'
