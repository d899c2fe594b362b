import ChevronRight from 'lucide-react/icons/chevron-right'
import Folder from 'lucide-react/icons/folder'
import FolderOpen from 'lucide-react/icons/folder-open'
import { formatCount } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { folderButtonId } from './element-ids.ts'
import { FolderControls } from './folder-controls.tsx'
import { FolderFiles } from './folder-files.tsx'
import { useLibrarySlots } from './library-slots.ts'
import { useChangeView, useLibraryView } from './library-view.ts'

/** A folder, which shows its files when it is expanded. */
export function FolderItem({ folder }: { folder: ResourceFolder }) {
  const view = useLibraryView()
  const changeView = useChangeView()
  const { isStaff } = useLibrarySlots()
  const isExpanded = view.folders.includes(folder.id)
  const Icon = isExpanded ? FolderOpen : Folder

  const handleToggle = () =>
    changeView(({ folders }) => ({
      folders: isExpanded ? folders.filter((id) => id !== folder.id) : [...folders, folder.id],
    }))

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
        {isStaff && <FolderControls folder={folder} />}
      </div>
      {isExpanded && <FolderFiles folder={folder} />}
    </li>
  )
}
