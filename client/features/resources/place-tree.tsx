import { Archive, ChevronRight, Folder, Library, type LucideIcon, PanelLeft } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { categoryIcons } from '#client/domain/category-icons.ts'
import { useIsStaff } from '#client/domain/current-user.ts'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { TextSkeleton } from '#client/ui/loading.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { categoryLabels, resourceCategories } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { type LibraryView, type Place, useLibraryView } from './library-view.ts'
import { useFolders } from './queries.ts'

type Entry = { label: string; icon: LucideIcon; place: Place; count?: number; inside?: Entry[] }

const wholeLibrary: Entry = { label: 'All Resources', icon: Library, place: {} }

const laterEntries = (folders: ResourceFolder[], isStaff: boolean): Entry[] => [
  ...resourceCategories.map((category) => ({
    label: categoryLabels[category],
    icon: categoryIcons[category],
    place: { category },
    inside: folders
      .filter((folder) => folder.category === category)
      .map(({ id, name, fileCount }) => ({
        label: name,
        icon: Folder,
        place: { folder: id },
        count: fileCount,
      })),
  })),
  ...(isStaff ? [{ label: 'Withdrawn', icon: Archive, place: { withdrawn: '1' as const } }] : []),
]

const isAt = ({ category, folder, withdrawn }: LibraryView, place: Place) =>
  withdrawn
    ? place.withdrawn !== undefined
    : (place.category ?? null) === category && (place.folder ?? null) === folder && !place.withdrawn

/** Returns the name of a place, as the tree shows it. */
export const usePlaceName = (view: LibraryView) => {
  const folders = useFolders().data ?? []
  const entries = [wholeLibrary, ...laterEntries(folders, true)].flatMap((entry) => [
    entry,
    ...(entry.inside ?? []),
  ])
  return entries.find(({ place }) => isAt(view, place))?.label ?? 'Folder'
}

/** The categories with their folders, each a link. Everything that is loaded appears at once, so that nothing moves. */
export function PlaceTree({ onChoose }: { onChoose?: () => void }) {
  const isStaff = useIsStaff()
  const entries = (of: Entry[]) => (
    <ul>
      {of.map((entry) => (
        <EntryItem key={entry.place.folder ?? entry.label} entry={entry} onChoose={onChoose} />
      ))}
    </ul>
  )
  return (
    <nav aria-label="Categories and folders">
      {entries([wholeLibrary])}
      <QueryState
        query={useFolders()}
        loading={<TextSkeleton className="mx-2 my-2 h-60" />}
        failure={{ title: 'The folders could not be loaded' }}
        failureClassName="py-2"
      >
        {(folders) => entries(laterEntries(folders, isStaff))}
      </QueryState>
    </nav>
  )
}

type EntryItemProps = { entry: Entry; onChoose: (() => void) | undefined }

function EntryItem({ entry: { label, icon: Icon, place, count, inside = [] }, onChoose }: EntryItemProps) {
  const view = useLibraryView()
  const [isOpen, setOpen] = useState(true)
  const isCurrent = isAt(view, place)

  const handleClick = () => {
    window.scrollTo(0, 0)
    onChoose?.()
  }

  return (
    <li>
      <div className="flex items-center">
        <Link
          href={view.placeAt(place)}
          title={label}
          aria-current={isCurrent ? 'page' : undefined}
          onClick={handleClick}
          className={classNames(
            'flex min-h-8 min-w-0 grow items-center gap-2.5 rounded-control px-2 font-medium text-13 focus-visible:-outline-offset-2 touch:min-h-11 touch:text-15',
            isCurrent ? 'bg-accent-soft text-accent' : 'text-muted hover:bg-sunken hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4 shrink-0" />
          <span className="wrap-anywhere line-clamp-2 min-w-0 grow">{label}</span>
          {count !== undefined && (
            <span className="font-normal text-12 tabular-nums">
              <span aria-hidden>{count}</span>
              <span className="sr-only">{formatCount(count, 'file')}</span>
            </span>
          )}
        </Link>
        {inside.length > 0 && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={`Folders of ${label}`}
            onClick={() => setOpen(!isOpen)}
            className="grid size-8 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink touch:size-11"
          >
            <ChevronRight aria-hidden className={classNames('size-4', isOpen && 'rotate-90')} />
          </button>
        )}
      </div>
      {isOpen && inside.length > 0 && (
        <ul aria-label={label} className="pl-5">
          {inside.map((folder) => (
            <EntryItem key={folder.place.folder} entry={folder} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </li>
  )
}

/** A button for small screens, which shows the name of the place and opens the tree. */
export function PlaceSheet({ place }: { place: string }) {
  const renderTree = (opening: DialogOpening) => (
    <Dialog {...opening} title="Categories and folders" isReadOnly>
      <PlaceTree onChoose={() => opening.onOpenChange(false)} />
    </Dialog>
  )
  return (
    <Button
      opens={renderTree}
      className="min-w-0 justify-start max-sm:grow max-sm:basis-3/5 sm:max-w-60 lg:hidden"
    >
      <PanelLeft aria-hidden className="size-4 shrink-0" />
      <span className="sr-only">Categories and folders: </span>
      <span className="truncate">{place}</span>
    </Button>
  )
}
