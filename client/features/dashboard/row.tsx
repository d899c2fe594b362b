import type { ReactNode } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { Skeleton } from '#client/ui/skeleton.tsx'

const look = 'col-span-full grid grid-cols-subgrid items-center px-4 py-3 sm:px-5'

type RowProps = {
  /** Where the focus can go to the row. */
  id: string
  title: string
  details: ReactNode
  badges?: ReactNode
  actions?: ReactNode
}

/**
 * A thing of a RowSection, in the columns of its list. It can be focused by code: what is pressed in a row may go away,
 * and what is said above the lists leads to it.
 */
export function Row({ id, title, details, badges, actions }: RowProps) {
  return (
    <li
      id={id}
      tabIndex={-1}
      className={classNames(look, 'scroll-mt-20 focus:bg-accent-soft focus-visible:-outline-offset-2')}
    >
      <div className="min-w-0">
        <h3 id={`${id}-title`} className="wrap-anywhere font-medium text-15">
          {title}
        </h3>
        <div className="wrap-anywhere text-13 text-muted">{details}</div>
      </div>
      {(badges || actions) && (
        // On a phone one line of its own, where the list has a single column; else two columns of the list.
        <div className="flex min-w-0 flex-wrap items-center justify-between gap-2 group-data-stacked/rows:mt-2 sm:contents">
          <div className="col-start-2 flex flex-wrap justify-end gap-2 sm:ml-4">{badges}</div>
          <div className="col-start-3 flex gap-2 sm:ml-4 sm:justify-end">{actions}</div>
        </div>
      )}
    </li>
  )
}

/** As high as a row whose words fit on their lines. */
export function RowSkeleton() {
  return (
    <li className={look}>
      <div>
        <div className="flex h-6 items-center">
          <Skeleton className="h-3.5 w-3/5" />
        </div>
        <div className="flex h-5 items-center">
          <Skeleton className="h-3 w-2/5" />
        </div>
      </div>
      <Skeleton className="col-start-2 h-6 w-20 rounded-full group-data-stacked/rows:mt-2 sm:ml-4" />
    </li>
  )
}
