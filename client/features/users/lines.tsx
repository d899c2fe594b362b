import { Children, type ReactNode, useId } from 'react'

/** A list of lines under a heading. */
export function Lines({ heading, children }: { heading: string; children: ReactNode[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-15">
        {heading}
      </h3>
      <ul className="mt-1 list-disc pl-5 text-muted">
        {Children.map(children, (line) => (
          <li>{line}</li>
        ))}
      </ul>
    </section>
  )
}
