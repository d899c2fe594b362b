import { type ReactNode, useId } from 'react'
import { classNames } from './class-names.ts'

type CardProps = {
  title: string
  description?: ReactNode
  actions?: ReactNode
  children: ReactNode
  /** Whether the content has no padding, for rows that reach from edge to edge and have their own padding. */
  flush?: boolean
  className?: string
  /** The id of the card, so that code can move the focus to it when the focused element has disappeared. */
  id?: string
}

/** A card with a title, for one subject. */
export function Card({
  title,
  description,
  actions,
  children,
  flush = false,
  className,
  id: givenId,
}: CardProps) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      id={givenId}
      tabIndex={givenId ? -1 : undefined}
      className={classNames(
        'min-w-0 scroll-mt-20 overflow-clip rounded-card border border-line bg-surface outline-none',
        className,
      )}
    >
      <header
        className={classNames(
          'flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 sm:px-5',
          // The head has the same height with and without a button, so that cards next to each other are aligned.
          flush ? 'min-h-12 border-line border-b py-1.5 max-sm:flex-nowrap max-sm:py-1' : 'py-4',
        )}
      >
        <div className={classNames('min-w-0', flush && 'flex flex-wrap items-baseline gap-x-3')}>
          <h2 id={id} className={flush ? 'text-15 sm:text-17' : 'text-17'}>
            {title}
          </h2>
          {description && <p className="text-13 text-muted">{description}</p>}
        </div>
        {actions && (
          <div className={classNames('flex flex-wrap items-center gap-2', flush && 'max-sm:shrink-0')}>
            {actions}
          </div>
        )}
      </header>
      <div className={flush ? undefined : 'px-4 pb-4 sm:px-5 sm:pb-5'}>{children}</div>
    </section>
  )
}
