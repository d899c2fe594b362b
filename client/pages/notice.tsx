import type { ReactNode } from 'react'

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
