import { SearchField } from '#client/ui/search-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import type { ResourceSort } from '#contract/resources/resources.ts'
import { CategoryFilter } from './category-filter.tsx'
import { type LibraryView, useChangeView } from './library-view.ts'

const sortLabels: Record<ResourceSort, string> = {
  title: 'Title',
  newest: 'Newest',
  downloads: 'Most downloaded',
}

/** Which files are shown, and in which order. */
export function LibraryToolbar({ view }: { view: LibraryView }) {
  const changeView = useChangeView()
  // What comes without an order being chosen: by title, and what is searched for the best match first.
  const unchosen = view.search ? 'Best match' : sortLabels.title
  const choices = Object.entries(sortLabels).filter(([sort]) => view.search || sort !== 'title')
  const chosen = view.sort === 'title' && !view.search ? '' : (view.sort ?? '')

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <CategoryFilter view={view} />
      <div className="flex grow justify-end gap-2 max-sm:flex-wrap">
        <SearchField
          label="Search resources"
          placeholder="Search resources"
          maxLength={limits.name}
          value={view.search}
          onSearch={(search) => changeView(() => ({ search }))}
          className="min-w-0 grow basis-48 max-sm:basis-full sm:max-w-80"
        />
        <Select
          aria-label="Sort by"
          value={chosen}
          onChange={({ target }) =>
            changeView(() => ({ sort: (target.value || null) as ResourceSort | null }))
          }
          className="w-full shrink-0 sm:w-44"
        >
          <option value="">{unchosen}</option>
          {choices.map(([sort, label]) => (
            <option key={sort} value={sort}>
              {label}
            </option>
          ))}
        </Select>
      </div>
    </div>
  )
}
