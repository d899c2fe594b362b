import { Folder, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { categoryLabels } from '#contract/resources/categories.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { FileList } from './file-list.tsx'
import { ledToFolder } from './focus-targets.ts'
import type { LibraryView } from './library-view.ts'
import { foundFiles, useFiles, useFolders } from './queries.ts'

type SearchResultsProps = { view: LibraryView; onClear: () => void }

/** The files found, or all that are withdrawn, in all folders of the chosen category, or of all. */
export function SearchResults({ view, onClear }: SearchResultsProps) {
  const files = useFiles(foundFiles(view))
  const found = files.isPlaceholderData ? undefined : files.data?.total
  const title = view.withdrawn ? 'Withdrawn' : 'Search results'
  const place = view.category ? ` in ${categoryLabels[view.category]}` : ''

  return (
    <Card
      title={title}
      description={
        <span role="status">
          {found === undefined ? '' : found === 0 ? 'No files found' : `${formatCount(found, 'file')} found`}
        </span>
      }
      flush
    >
      <FileList
        label={title}
        files={files}
        skeletonRows={4}
        empty={
          <EmptyState
            icon={SearchX}
            line={view.search ? `Nothing matches “${view.search}”${place}` : 'No files are withdrawn'}
            action={view.search && <Button onClick={onClear}>Clear the search</Button>}
          />
        }
        locationOf={(file) => <Location file={file} view={view} />}
      />
    </Card>
  )
}

/** The category of a file and its folder, which leads there. */
function Location({ file, view }: { file: Resource; view: LibraryView }) {
  const folder = useFolders().data?.find(({ id }) => id === file.folderId)
  const label = categoryLabels[file.category]
  return (
    <p className="wrap-anywhere text-13 text-muted">
      {label}
      {folder && (
        <>
          {' · '}
          <Link
            state={ledToFolder}
            href={view.with({ search: null, sort: null, category: file.category, folder: folder.id })}
            className="-my-1 inline-flex max-w-full items-center gap-1 py-1 align-top underline decoration-1 underline-offset-3 hover:text-ink touch:-my-3 touch:py-3"
          >
            <Folder aria-hidden className="size-3.5 shrink-0" />
            <span className="line-clamp-1 min-w-0">{folder.name}</span>
          </Link>
        </>
      )}
    </p>
  )
}
