import { formatCount } from '#client/lib/format.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { DownloadFolderButton } from './download-buttons.tsx'
import { folderButtonId } from './element-ids.ts'
import { filesOfFolder } from './file-lists.ts'
import { FileRows } from './file-rows.tsx'
import { useLibrarySlots } from './library-slots.ts'
import { useLibraryView } from './library-view.ts'
import { useFiles } from './queries.ts'

// What more there is comes below the rows that are there.
const mostSkeletons = 4

/** What lies in an expanded folder, and what can be done with all of it. */
export function FolderFiles({ folder }: { folder: ResourceFolder }) {
  const files = useFiles(filesOfFolder(folder.id, useLibraryView()))
  const { renderUpload } = useLibrarySlots()
  const count = files.data?.total ?? folder.fileCount
  const upload = renderUpload?.(folder.category, folder)

  return (
    <div
      id={`${folderButtonId(folder.id)}-files`}
      className="border-line border-t bg-canvas sm:[&_footer]:pl-12 sm:[&_li]:pl-12"
    >
      {(count > 0 || upload) && (
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-line border-b px-4 py-2.5 sm:pr-5 sm:pl-12">
          <p className="text-13 text-muted">{formatCount(count, 'file')}</p>
          <div className="flex flex-wrap gap-2">
            {count > 0 && <DownloadFolderButton folder={folder} />}
            {upload}
          </div>
        </div>
      )}
      <FileRows
        label={`Files in ${folder.name}`}
        files={files}
        skeletonRows={Math.min(Math.max(folder.fileCount, 1), mostSkeletons)}
        empty={<p className="px-4 py-4 text-muted sm:pl-12">No files in this folder</p>}
      />
    </div>
  )
}
