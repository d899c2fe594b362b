import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type FactProps = {
  label: string
  children: ReactNode
  /** Whether the fact takes the whole width. */
  wide?: boolean
}

/** A term and its description, for use in a `<dl>`. */
export const Fact = ({ label, children, wide = false }: FactProps) => (
  <div className={classNames('min-w-0', wide && 'col-span-full')}>
    <dt className="text-13 text-muted">{label}</dt>
    <dd className="wrap-anywhere whitespace-pre-line">{children}</dd>
  </div>
)

type TitledProps = {
  title: string
  /** The element of the heading; `h4` is smaller. */
  as?: 'h3' | 'h4'
  className?: string
  children: ReactNode
}

/** A part of a record with a heading. */
export function Titled({ title, as: Heading = 'h3', className = 'gap-2.5', children }: TitledProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={`grid min-w-0 grid-cols-1 content-start ${className}`}>
      <Heading id={id} className={Heading === 'h3' ? 'text-15' : 'font-medium text-12'}>
        {title}
      </Heading>
      {children}
    </section>
  )
}
