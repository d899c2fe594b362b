import { useState } from 'react'
import { Link } from 'wouter'
import { useAddressView } from '#client/lib/address-view.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { addressOfView, useViewCounts, useViews } from './views.ts'

// More views than these would push the other tabs out of sight.
const maxShown = 8

/** The saved views of the table of partners, each with its number of partners. */
export function RailViews() {
  const { data: views = [] } = useViews()
  const counts = useViewCounts()
  const current = useAddressView().get('view')
  const [showsAll, setShowsAll] = useState(false)
  if (views.length === 0) return null
  const shown = views.filter(({ id }, index) => showsAll || index < maxShown || id === current)
  return (
    <>
      <ul aria-label="Views of partners" className="grid grid-cols-1 gap-0.5 pb-1 pl-3">
        {shown.map((view) => {
          const count = counts?.[view.id]
          return (
            <li key={view.id}>
              <Link
                href={addressOfView(view)}
                aria-current={view.id === current ? 'page' : undefined}
                className={classNames(
                  'flex min-h-8 items-center gap-2 rounded-control px-3 py-1 text-13 focus-visible:-outline-offset-2 touch:min-h-11',
                  view.id === current
                    ? 'bg-accent-soft text-accent'
                    : 'text-muted hover:bg-sunken hover:text-ink',
                )}
              >
                <span className="min-w-0 flex-1 break-words">{view.name}</span>{' '}
                {/* The width is reserved, so that the name does not wrap when the number arrives. */}
                <span className="min-w-7 text-end text-12 tabular-nums">
                  {count !== undefined && (
                    <>
                      {formatNumber(count)}
                      <span className="sr-only">{count === 1 ? ' partner' : ' partners'}</span>
                    </>
                  )}
                </span>
              </Link>
            </li>
          )
        })}
      </ul>
      {views.length > shown.length && (
        <Button size="small" variant="quiet" className="mb-1 ml-3" onClick={() => setShowsAll(true)}>
          {`Show all ${views.length} views`}
        </Button>
      )}
    </>
  )
}
