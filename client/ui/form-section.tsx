import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type FormSectionProps = {
  heading: string
  note?: string
  children: ReactNode
  /** Whether the heading is above the fields on every screen, for narrow forms such as in a dialog. */
  stacked?: boolean
}

/** The fields of one subject in a long form, one below the other; on a wide screen, they are next to their heading. */
export function FormSection({ heading, note, children, stacked = false }: FormSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={classNames(
        'grid gap-x-8 gap-y-4 border-line border-t',
        stacked ? 'pt-5' : 'px-4 py-6 sm:px-5 xl:grid-cols-[13rem_1fr]',
      )}
    >
      <div>
        <h3 id={id} className="text-15">
          {heading}
        </h3>
        {note && <p className="mt-1 text-13 text-muted">{note}</p>}
      </div>
      <div className="grid grid-cols-1 content-start gap-5">{children}</div>
    </section>
  )
}

/** Two fields next to each other, if there is room. */
export function FormPair({ children }: { children: ReactNode }) {
  return <div className="grid grid-cols-1 items-start gap-5 sm:grid-cols-2">{children}</div>
}
