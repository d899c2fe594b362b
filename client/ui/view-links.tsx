import { useLocation } from 'wouter'
import { Select } from './field.tsx'
import { FilterLinks } from './filter-links.tsx'

export type ViewLink = { label: string; href: string; isChosen: boolean }

// The widths from which the links have room next to the title.
const rooms = {
  sm: { links: 'max-sm:hidden', select: 'w-26 sm:hidden' },
  xl: { links: 'max-xl:hidden', select: 'w-36 xl:hidden' },
}

/** Links to the views of a screen, next to its title. A select replaces them where there is no room. */
export function ViewLinks({ views, from }: { views: ViewLink[]; from: keyof typeof rooms }) {
  const [, navigate] = useLocation()
  return (
    <>
      <div className={rooms[from].links}>
        <FilterLinks label="View" choices={views} />
      </div>
      <div className={rooms[from].select}>
        <Select
          aria-label="View"
          value={views.find(({ isChosen }) => isChosen)?.href}
          onChange={({ target }) => navigate(target.value)}
        >
          {views.map(({ label, href }) => (
            <option key={label} value={href}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}
