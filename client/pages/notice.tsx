import { Compass, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

type NoticeProps = {
  icon: LucideIcon
  title: string
  text: string
  /** The text about what the message means for the reader. */
  more?: string
  /** The links or buttons to continue. */
  children: ReactNode
}

/** A message in place of a page, with links to continue. */
export function Notice({ icon: Icon, title, text, more, children }: NoticeProps) {
  return (
    <section className="mx-auto mt-4 grid max-w-140 justify-items-center rounded-card border border-line bg-surface p-6 text-center sm:mt-[10dvh] sm:p-10">
      <span className="grid size-12 place-items-center rounded-full bg-accent-soft text-accent">
        <Icon aria-hidden strokeWidth={1.75} className="size-6" />
      </span>
      <h1 className="mt-4 text-26">{title}</h1>
      <p className="mt-2 text-balance text-muted">{text}</p>
      {more && <p className="mt-1 text-balance text-muted">{more}</p>}
      <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>
    </section>
  )
}

export function NotFoundPage() {
  return (
    <Notice
      icon={Compass}
      title="404 Page Not Found"
      text="Did you forget to add the page to the router?"
      more="The link may be incomplete or out of date. You can find everything from the home page."
    >
      <Button asChild variant="primary">
        <Link href="/">Go to the home page</Link>
      </Button>
    </Notice>
  )
}
