import { SlidersHorizontal } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CountBadge } from './count-badge.tsx'

// From the width on at which all of them stand in one line.
const inLine = {
  few: { button: '@2xl:hidden', fields: '@2xl:contents' },
  many: { button: '@4xl:hidden', fields: '@4xl:contents' },
}

type FilterBarProps = {
  search?: ReactNode
  /** How many of the filters narrow the list. */
  active: number
  /** `many` for five fields and more. */
  size?: keyof typeof inLine
  /** Selects and other fields; none for a list that can only be searched. */
  children?: ReactNode
}

/** What narrows and orders a list, in one line above it. Where there is no room, all but the search waits behind a button. */
export function FilterBar({ search, active, size = 'few', children }: FilterBarProps) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="@container border-line border-b">
      <div className="flex flex-wrap items-center gap-2 px-4 py-1 sm:px-5 md:max-lg:py-0.5">
        {search && <div className="min-w-0 max-w-md flex-1">{search}</div>}
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
                !isOpen && size === 'many' && '@max-4xl:hidden',
              )}
            >
              {children}
            </div>
          </>
        )}
      </div>
    </div>
  )
}
