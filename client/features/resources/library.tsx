import { lazy, Suspense, useRef } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { DialogHost } from '#client/ui/dialog-host.tsx'
import { Select } from '#client/ui/field.tsx'
import { FilterLinks } from '#client/ui/filter-links.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import type { ResourceSort } from '#contract/resources/resources.ts'
import { CategoryCards } from './category-cards.tsx'
import { type LibraryView, useLibraryView } from './library-view.ts'
import { SearchResults } from './search-results.tsx'
import { UploadForm } from './staff-parts.tsx'

// Loaded when a file is previewed.
const FilePreview = lazy(async () => ({ default: (await import('./preview/file-preview.tsx')).FilePreview }))

/** The library of resources: by categories and folders, or what a search has found. */
export function Library() {
  const isStaff = useIsStaff()
  const asked = useLibraryView()
  const view = { ...asked, withdrawn: asked.withdrawn && isStaff }
  const contentRef = useRef<HTMLDivElement>(null)

  const handleClear = () => {
    // The button goes away with the results.
    contentRef.current?.focus()
    view.change({ search: null })
  }

  return (
    <DialogHost>
      <LibraryToolbar view={view} />
      <div ref={contentRef} tabIndex={-1} className="min-w-0 outline-none">
        {view.search || view.withdrawn ? (
          <SearchResults view={view} onClear={handleClear} />
        ) : (
          <CategoryCards view={view} />
        )}
      </div>
      {isStaff && <UploadForm />}
      <Suspense fallback={null}>{view.file && <FilePreview id={view.file} />}</Suspense>
    </DialogHost>
  )
}

const sortLabels: Record<ResourceSort, string> = {
  title: 'Title',
  newest: 'Newest',
  downloads: 'Most downloaded',
}

const withdrawnChoice = (view: LibraryView) => ({
  label: 'Withdrawn',
  href: view.with({ category: null, withdrawn: '1' }),
  isChosen: view.withdrawn,
})

/** Which files are shown, and in which order. */
function LibraryToolbar({ view }: { view: LibraryView }) {
  // The default order: by title, or the best match first in a search.
  const isStaff = useIsStaff()
  const unchosen = view.search ? 'Best match' : sortLabels.title
  const choices = Object.entries(sortLabels).filter(([sort]) => view.search || sort !== 'title')
  const chosen = view.sort === 'title' && !view.search ? '' : (view.sort ?? '')

  return (
    <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
      <FilterLinks
        label="Category"
        choices={[
          ...[null, ...resourceCategories].map((category) => ({
            label: category ? categoryLabels[category] : 'All Resources',
            href: view.with({ category, withdrawn: null }),
            isChosen: category === view.category && !view.withdrawn,
          })),
          ...(isStaff ? [withdrawnChoice(view)] : []),
        ]}
      />
      <div className="flex grow justify-end gap-2 max-sm:flex-wrap">
        <SearchField
          label="Search resources"
          placeholder="Search resources"
          maxLength={limits.name}
          value={view.search}
          onSearch={(search) => view.change({ search })}
          className="min-w-0 grow basis-48 max-sm:basis-full sm:max-w-80"
        />
        <Select
          aria-label="Sort by"
          value={chosen}
          onChange={({ target }) => view.change({ sort: target.value })}
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
