import { lazy, Suspense, useRef } from 'react'
import { CategoryCards } from './category-cards.tsx'
import { LibraryToolbar } from './library-toolbar.tsx'
import { useChangeView, useLibraryView } from './library-view.ts'
import { SearchResults } from './search-results.tsx'

// Not needed until somebody looks into a file.
const FilePreview = lazy(async () => ({ default: (await import('./preview/file-preview.tsx')).FilePreview }))

/** The library of resources: by categories and folders, or what a search has found. */
export function Library() {
  const view = useLibraryView()
  const changeView = useChangeView()
  const content = useRef<HTMLDivElement>(null)

  const handleClear = () => {
    // The button goes away with the results.
    content.current?.focus()
    changeView(() => ({ search: '' }))
  }

  return (
    <>
      <LibraryToolbar view={view} />
      <div ref={content} tabIndex={-1} className="min-w-0 outline-none">
        {view.search ? <SearchResults view={view} onClear={handleClear} /> : <CategoryCards view={view} />}
      </div>
      <Suspense fallback={null}>{view.file && <FilePreview id={view.file} view={view} />}</Suspense>
    </>
  )
}
