import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { Button } from '#client/ui/button.tsx'

/** A message in the place of a page, with the ways on. */
export function Notice({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="mx-auto max-w-140 rounded-card border border-line bg-surface p-6 text-center sm:p-10">
      <h1 className="text-26">{title}</h1>
      <p className="mt-2 text-muted">{text}</p>
      <div className="mt-6 flex flex-wrap justify-center gap-2">{children}</div>
    </section>
  )
}

export function NotFoundPage() {
  return (
    <Notice title="404 Page Not Found" text="Did you forget to add the page to the router?">
      <Button asChild variant="primary">
        <Link href="/">Go to the home page</Link>
      </Button>
    </Notice>
  )
}
