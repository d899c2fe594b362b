import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

export type LinkProps = { href: string; state?: unknown }
export type LineProps = {
  /** Distinguishes lines if a partner can have several with the same action. */
  id?: string
  icon: LucideIcon
  title: ReactNode
  note: ReactNode
  action: LinkProps & { label: string; of: string }
}

/** A line of what needs attention, with its action. */
export function AttentionLine({ icon: Icon, title, note, action: { label, of, ...link } }: LineProps) {
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-1 sm:px-5">
      <Icon aria-hidden className="size-4 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <p className="truncate font-medium sm:max-w-3/5 sm:shrink-0">{title}</p>
        <p className="truncate text-13 text-muted">{note}</p>
      </div>
      <Button asChild size="small">
        <Link {...link}>
          {label}
          <span className="sr-only"> {of}</span>
        </Link>
      </Button>
    </li>
  )
}
