import type { ReactNode } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { WordsSkeleton } from './text-skeleton.tsx'

// On a desk in the columns of its list; on a phone the badges and actions wrap below the words where they do not fit.
const rowLook =
  'flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:col-span-full sm:grid sm:grid-cols-subgrid sm:gap-x-0 sm:px-5'
// What is left of a line belongs to the words, as long as they share it.
const wordsLook = 'min-w-0 grow-999'
const asideLook = 'flex grow flex-wrap items-center justify-end gap-2 sm:contents'
const badgesLook = 'mr-auto flex flex-wrap gap-2 sm:col-start-2 sm:mr-0 sm:ml-4 sm:justify-end'
const actionsLook = 'flex gap-2 sm:col-start-3 sm:ml-4 sm:justify-end'

type RowProps = {
  /** Where the focus can go to the row. */
  id: string
  title: string
  details: ReactNode
  badges?: ReactNode
  actions?: ReactNode
  /** On a phone the badges and actions always lie below the words: for rows whose actions come and go. */
  stacked?: boolean
}

/**
 * A thing of a RowSection. It can be focused by code: what is pressed in a row may go away, and what is said above the
 * lists leads to it.
 */
export function Row({ id, title, details, badges, actions, stacked = false }: RowProps) {
  return (
    <li
      id={id}
      tabIndex={-1}
      className={classNames(rowLook, 'scroll-mt-20 focus:bg-accent-soft focus-visible:-outline-offset-2')}
    >
      <div className={classNames(wordsLook, stacked ? 'basis-full' : 'basis-40')}>
        <h3 id={`${id}-title`} className="wrap-anywhere font-medium text-15">
          {title}
        </h3>
        <p className="wrap-anywhere text-13 text-muted sm:truncate">{details}</p>
      </div>
      <div className={asideLook}>
        {badges && <div className={badgesLook}>{badges}</div>}
        {actions && <div className={actionsLook}>{actions}</div>}
      </div>
    </li>
  )
}

/** As high as a row whose words fit on their lines. */
export function RowSkeleton({ stacked }: { stacked: boolean }) {
  return (
    <li className={rowLook}>
      <WordsSkeleton className={classNames(wordsLook, stacked ? 'basis-full' : 'basis-40')} />
      <div className={asideLook}>
        <div className={badgesLook}>
          <Skeleton className="h-6 w-20 rounded-full" />
        </div>
        {stacked && (
          <div className={actionsLook}>
            <Skeleton className="h-8 w-40 touch:h-11" />
          </div>
        )}
      </div>
    </li>
  )
}
