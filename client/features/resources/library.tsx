import { Upload } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { Button } from '#client/ui/button.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { useFileDrop } from '#client/ui/drop-zone.tsx'
import { Select } from '#client/ui/field.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/limits.ts'
import type { ResourceSort } from '#contract/resources/resource-sorts.ts'
import { CategoryCards } from './category-cards.tsx'
import { type LibraryView, useLibraryView } from './library-view.ts'
import { OneList } from './one-list.tsx'
import { PlaceSheet, PlaceTree, usePlaceName } from './place-tree.tsx'
import { listOf } from './queries.ts'
import { UploadResources } from './staff-parts.tsx'

const nowhere = { category: null, folder: null } as const

/** The library of resources: the places on the left, and the contents of the chosen place. Staff may drop files on it. */
export function Library() {
  const isStaff = useIsStaff()
  const asked = useLibraryView()
  const view = { ...asked, withdrawn: asked.withdrawn && isStaff }
  const list = listOf(view)
  const openDialog = useOpenDialog()
  const contentRef = useRef<HTMLDivElement>(null)
  // The place in which files were uploaded last. Until the user goes to another place, the upload form starts empty.
  const [uploadedAt, setUploadedAt] = useState<string | null>(null)
  const { isOver, dropProps } = useFileDrop(({ files }) => {
    const dropped = [...files]
    openUpload(dropped)
  }, !isStaff)

  // Identifies the shown place. When the place changes, the focused element may be gone; then the content takes the focus.
  const place = view.withdrawn ? 'withdrawn' : (view.folder ?? view.category)

  const openUpload = (files: File[]) => {
    const isEmpty = files.length === 0 && uploadedAt === place
    openDialog((opening) => (
      <UploadResources
        {...opening}
        view={isEmpty ? nowhere : view}
        files={files}
        onUploaded={() => setUploadedAt(place)}
      />
    ))
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each place
  useEffect(() => {
    if (document.activeElement === document.body) contentRef.current?.focus({ preventScroll: true })
  }, [place])

  const handleClear = () => {
    // The focused button goes away with the results.
    contentRef.current?.focus()
    view.change({ search: null })
  }

  return (
    <div
      {...dropProps}
      className="relative grid grid-cols-1 items-start gap-x-6 gap-y-4 lg:grid-cols-[11.5rem_minmax(0,1fr)] xl:grid-cols-[13.75rem_minmax(0,1fr)]"
    >
      <div className="overflow-y-auto overscroll-contain max-lg:hidden lg:sticky lg:top-18 lg:max-h-[calc(100dvh-6rem)]">
        <PlaceTree />
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-4">
        <LibraryToolbar view={view} onUpload={() => openUpload([])} />
        <div ref={contentRef} tabIndex={-1} className="min-w-0 outline-none">
          {list ? (
            <OneList key={place} view={view} list={list} onClear={handleClear} />
          ) : (
            <CategoryCards view={view} />
          )}
        </div>
      </div>
      {isOver && (
        <p className="pointer-events-none absolute inset-0 z-10 grid place-items-center rounded-card border-2 border-accent border-dashed bg-accent-soft/80 font-medium text-17 text-accent">
          Drop files to upload them
        </p>
      )}
    </div>
  )
}

const sortLabels: Record<ResourceSort, string> = {
  title: 'Title',
  newest: 'Newest',
  downloads: 'Most downloaded',
}

/** The chosen place on a small screen, the search, the order of the files, and the buttons of staff. */
function LibraryToolbar({ view, onUpload }: { view: LibraryView; onUpload: () => void }) {
  const isStaff = useIsStaff()
  const place = usePlaceName(view)
  // The default order: by title, or the best match first in a search.
  const unchosen = view.search ? 'Best match' : sortLabels.title
  const choices = Object.entries(sortLabels).filter(([sort]) => view.search || sort !== 'title')
  const chosen = view.sort === 'title' && !view.search ? '' : (view.sort ?? '')

  return (
    <div className="flex flex-wrap items-center gap-2">
      <PlaceSheet place={place} />
      <SearchField
        label="Search resources"
        placeholder="Search resources"
        maxLength={limits.name}
        value={view.search}
        onSearch={(search) => view.change({ search })}
        className="min-w-0 grow basis-40 max-sm:order-1"
      />
      <Select
        aria-label="Sort by"
        value={chosen}
        onChange={({ target }) => view.change({ sort: target.value })}
        className="w-36 shrink-0 max-sm:order-1 sm:w-44"
      >
        <option value="">{unchosen}</option>
        {choices.map(([sort, label]) => (
          <option key={sort} value={sort}>
            {label}
          </option>
        ))}
      </Select>
      {isStaff && (
        <Button icon={Upload} variant="primary" onClick={onUpload}>
          Upload
        </Button>
      )}
    </div>
  )
}
