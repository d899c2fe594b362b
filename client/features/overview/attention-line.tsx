import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'

export type LinkProps = { href: string; state?: unknown }
export type LineProps = {
  /** The id of what the line is about. */
  id: string
  icon: LucideIcon
  title: ReactNode
  note: ReactNode
  action: { label: string; of: string } & (LinkProps | { opens: RenderDialog })
}

/** A line of what needs attention, with its action. */
export function AttentionLine({ icon: Icon, title, note, action }: LineProps) {
  const label = (
    <>
      {action.label}
      <span className="sr-only"> {action.of}</span>
    </>
  )
  return (
    <li className="flex min-h-11 items-center gap-3 px-4 py-1 sm:px-5">
      <Icon aria-hidden className="size-4 shrink-0 text-caution" />
      <div className="min-w-0 flex-1 sm:flex sm:items-baseline sm:gap-3">
        <p className="truncate font-medium sm:max-w-3/5 sm:shrink-0">{title}</p>
        <p className="truncate text-13 text-muted">{note}</p>
      </div>
      {'opens' in action ? (
        <Button size="small" opens={action.opens}>
          {label}
        </Button>
      ) : (
        <Button asChild size="small">
          <Link href={action.href} state={action.state}>
            {label}
          </Link>
        </Button>
      )}
    </li>
  )
}
