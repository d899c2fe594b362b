import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'

// The container widths at which all filters fit on one line.
const inLine = {
  few: { button: '@2xl:hidden', fields: '@2xl:contents' },
  many: { button: '@4xl:hidden', fields: '@4xl:contents' },
}

type FilterBarProps = {
  search?: ReactNode
  /** A button next to the search that always shows, also where another button shows the filters. */
  besideSearch?: ReactNode
  /** The number of filters that narrow the list. */
  active: number
  /** The number of fields; `many` for five and more. */
  size?: keyof typeof inLine
  /** The selects and other fields; absent for a list that can only be searched. */
  children?: ReactNode
  /** The fields that a second button shows below the others; on a small screen, they follow the others. */
  more?: ReactNode
  /** The buttons at the end of the line; on a small screen, they follow the filters. */
  end?: ReactNode
  /** The filters that narrow the list, below the fields. */
  chips?: ReactNode
}

/** The filters and the order of a list, on one line above it. If there is no room, a button shows everything but the search. */
export function FilterBar({
  search,
  besideSearch,
  active,
  size = 'few',
  children,
  more,
  end,
  chips,
}: FilterBarProps) {
  const id = useId()
  const moreId = useId()
  const [isOpen, setOpen] = useState(false)
  const [isMoreOpen, setMoreOpen] = useState(false)
  return (
    <div data-filter-bar className="@container border-line border-b">
      <div className="flex flex-wrap items-center gap-2 px-4 py-1 sm:px-5 md:py-0.5">
        {search && <div className="min-w-0 max-w-md flex-1">{search}</div>}
        {besideSearch}
        {children && (
          <>
            <Button
              icon={SlidersHorizontal}
              aria-expanded={isOpen}
              aria-controls={id}
              onClick={() => setOpen(!isOpen)}
              className={classNames('relative', inLine[size].button)}
            >
              Filters
              {active > 0 && <span className="sr-only">{`, ${active} active`}</span>}
              <CountBadge count={active} className="absolute -top-2 -right-1.5" />
            </Button>
            <div
              id={id}
              className={classNames(
                'grid w-full grid-cols-1 gap-2 sm:grid-cols-2',
                inLine[size].fields,
                !isOpen && '@max-2xl:hidden',
                !isOpen && size !== 'few' && '@max-4xl:hidden',
              )}
            >
              {children}
              {more && (
                <>
                  <Button
                    icon={SlidersHorizontal}
                    aria-expanded={isMoreOpen}
                    aria-controls={moreId}
                    onClick={() => setMoreOpen(!isMoreOpen)}
                    className="@max-4xl:hidden"
                  >
                    {isMoreOpen ? 'Fewer filters' : 'More filters'}
                  </Button>
                  <div
                    id={moreId}
                    className={classNames(
                      '@max-4xl:contents order-last grid w-full grid-cols-4 gap-2 pb-1',
                      !isMoreOpen && '@4xl:hidden',
                    )}
                  >
                    {more}
                  </div>
                </>
              )}
            </div>
          </>
        )}
        {end && <div className={classNames('flex flex-wrap gap-2', !isOpen && '@max-2xl:hidden')}>{end}</div>}
      </div>
      {chips}
    </div>
  )
}
