import { type ReactNode, useId } from 'react'

/** One thing that is known of a partner. */
export function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 justify-items-start gap-1.5">
      <h4 id={id} className="font-medium text-12 text-muted">
        {title}
      </h4>
      {children}
    </section>
  )
}
