import { type ReactNode, useId } from 'react'

type DetailsSectionProps = { heading: string; children: ReactNode }

/** A subject of the details, with its Detail elements. */
export function DetailsSection({ heading, children }: DetailsSectionProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className="grid grid-cols-1 gap-3 border-line border-t pt-5 first:border-t-0 first:pt-0"
    >
      <h3 id={id} className="text-15">
        {heading}
      </h3>
      <dl className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">{children}</dl>
    </section>
  )
}

type DetailProps = {
  label: string
  /** Without anything in it, it says so. */
  children: ReactNode
  /** Takes the whole line. */
  wide?: boolean
}

export function Detail({ label, children, wide = false }: DetailProps) {
  const isGiven = children !== null && children !== undefined && children !== ''
  return (
    <div className={wide ? 'min-w-0 sm:col-span-2' : 'min-w-0'}>
      <dt className="text-13 text-muted">{label}</dt>
      <dd className="wrap-anywhere whitespace-pre-line">
        {isGiven ? children : <span className="text-muted">Not provided</span>}
      </dd>
    </div>
  )
}
