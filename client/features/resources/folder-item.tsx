import { ChevronRight, Folder, FolderOpen } from 'lucide-react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { DownloadFolderButton } from '#client/domain/files/download.tsx'
import { formatCount } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { FileList } from './file-list.tsx'
import { folderButtonId } from './focus-targets.ts'
import { useLibraryView } from './library-view.ts'
import { filesOfFolder, useFiles } from './queries.ts'
import { FolderActions } from './staff-parts.tsx'

/** A folder, which shows its files when it is expanded. */
export function FolderItem({ folder }: { folder: ResourceFolder }) {
  const view = useLibraryView()
  const isStaff = useIsStaff()
  const isExpanded = view.expanded.includes(folder.id)
  const Icon = isExpanded ? FolderOpen : Folder

  const handleToggle = () =>
    view.change({
      open: isExpanded ? view.expanded.filter((id) => id !== folder.id) : [...view.expanded, folder.id],
    })

  return (
    <li>
      <div className="flex items-center gap-1 pr-2 hover:bg-sunken sm:pr-3">
        <h3 className="min-w-0 grow font-normal tracking-normal">
          <button
            type="button"
            id={folderButtonId(folder.id)}
            aria-expanded={isExpanded}
            aria-controls={isExpanded ? `${folderButtonId(folder.id)}-files` : undefined}
            onClick={handleToggle}
            className="flex w-full items-center gap-3 py-3 pl-4 scroll-mt-20 scroll-mb-24 text-left focus-visible:-outline-offset-2 sm:pl-5"
          >
            <ChevronRight
              aria-hidden
              className={classNames(
                'size-4 shrink-0 text-muted transition-transform',
                isExpanded && 'rotate-90',
              )}
            />
            <Icon aria-hidden className="size-5 shrink-0 text-accent" />
            <span className="wrap-anywhere min-w-0">
              <span className="line-clamp-3 font-medium">{folder.name}</span>
              <span className="line-clamp-2 text-13 text-muted">
                {folder.description || formatCount(folder.fileCount, 'file')}
              </span>
            </span>
          </button>
        </h3>
        {isStaff && <FolderActions folder={folder} />}
      </div>
      {isExpanded && <FolderFiles folder={folder} />}
    </li>
  )
}

// If the folder has more files, their rows appear below these placeholders.
const maxSkeletons = 4

/** The files of an expanded folder, with the actions for the whole folder. */
function FolderFiles({ folder }: { folder: ResourceFolder }) {
  const files = useFiles(filesOfFolder(folder.id, useLibraryView()))
  const count = files.data?.total ?? folder.fileCount

  return (
    <div
      id={`${folderButtonId(folder.id)}-files`}
      className="border-line border-t bg-canvas sm:[&_footer]:pl-12 sm:[&_li]:pl-12"
    >
      {count > 0 && (
        <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-2.5 sm:pr-5 sm:pl-12">
          <p className="text-13 text-muted">{formatCount(count, 'file')}</p>
          <DownloadFolderButton folder={folder} />
        </div>
      )}
      <FileList
        label={`Files in ${folder.name}`}
        files={files}
        skeletonRows={Math.min(Math.max(folder.fileCount, 1), maxSkeletons)}
        empty={<p className="px-4 py-4 text-muted sm:pl-12">No files in this folder</p>}
      />
    </div>
  )
}
