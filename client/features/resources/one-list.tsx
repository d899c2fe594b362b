import { Folder, FolderOpen, SearchX } from 'lucide-react'
import { Link } from 'wouter'
import { useIsStaff } from '#client/domain/current-user.ts'
import { DownloadFolderButton } from '#client/domain/files/download.tsx'
import { formatCount } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { categoryLabels } from '#contract/resources/categories.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { LayoutSwitch, layoutFor } from './file-layout.tsx'
import { FileList } from './file-list.tsx'
import type { LibraryView } from './library-view.ts'
import { usePlaceName } from './place-tree.tsx'
import { type FileQuery, useFiles, useFolders } from './queries.ts'
import { FolderActions } from './staff-parts.tsx'

type OneListProps = { view: LibraryView; list: FileQuery; onClear: () => void }

/** The files of a folder, the results of a search, or the withdrawn files. */
export function OneList({ view, list, onClear }: OneListProps) {
  const isStaff = useIsStaff()
  const files = useFiles(list)
  const folders = useFolders()
  const place = usePlaceName(view)
  const { search, withdrawn } = view
  const folder = view.folder && !search ? folders.data?.find(({ id }) => id === view.folder) : undefined
  const found = files.isPlaceholderData ? undefined : files.data?.total
  const isNarrowed = !withdrawn && (view.folder ?? view.category) !== null
  const layout = layoutFor(view.layout, files.data?.rows)

  const isFound = search !== '' || withdrawn
  const emptyLine = () => {
    if (search) return `Nothing matches “${search}”${isNarrowed ? ` in ${place}` : ''}`
    if (withdrawn) return 'No withdrawn files'
    return folder || !folders.data
      ? 'No files in this folder'
      : 'This folder is not available. It may have been deleted.'
  }
  const title = search ? 'Search results' : place
  return (
    <Card
      title={title}
      description={<span role="status">{(isFound || folder) && countOf(found, isFound)}</span>}
      actions={
        <>
          {folder && isStaff && <FolderActions folder={folder} />}
          <LayoutSwitch current={layout} />
        </>
      }
      flush
    >
      {folder && (found !== 0 || folder.description) && (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-line border-b px-4 py-2.5 sm:px-5">
          <p className="wrap-anywhere min-w-0 text-13 text-muted">{folder.description}</p>
          {found !== 0 && <DownloadFolderButton folder={folder} />}
        </div>
      )}
      <FileList
        label={folder ? `Files in ${title}` : title}
        files={files}
        layout={layout}
        skeletonRows={6}
        empty={
          <EmptyState
            icon={search ? SearchX : FolderOpen}
            line={emptyLine()}
            action={search && <Button onClick={onClear}>Clear the search</Button>}
          />
        }
        locationOf={folder ? undefined : (file) => <Location file={file} view={view} />}
      />
    </Card>
  )
}

const countOf = (files: number | undefined, isFound: boolean) => {
  if (files === undefined) return ''
  if (!isFound) return formatCount(files, 'file')
  return files === 0 ? 'No files found' : `${formatCount(files, 'file')} found`
}

/** The category of a file and a link to its folder. */
function Location({ file, view }: { file: Resource; view: LibraryView }) {
  const folder = useFolders().data?.find(({ id }) => id === file.folderId)
  return (
    <p className="wrap-anywhere text-13 text-muted">
      {categoryLabels[file.category]}
      {file.folderId && ' · '}
      {folder && (
        <Link
          href={view.placeAt({ folder: folder.id, search: null })}
          className="relative -my-1 inline-flex max-w-full items-center gap-1 py-1 align-top underline decoration-1 underline-offset-3 hover:text-ink touch:-my-3 touch:py-3"
        >
          <Folder aria-hidden className="size-3.5 shrink-0" />
          <span className="line-clamp-1 min-w-0">{folder.name}</span>
        </Link>
      )}
    </p>
  )
}
