import { personName } from '#client/domain/person-name.ts'
import { formatCount, formatDateTime } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { HistoryList } from '#client/ui/history-list.tsx'
import type { Resource, ResourceDownload } from '#contract/resources/resources.ts'
import type { FileDialogProps } from './file-dialog.ts'
import { useFileDownloads } from './read-file-history.ts'

/** Who has downloaded a file, and when. */
export function FileDownloads({ file, open, onOpenChange }: FileDialogProps) {
  return (
    <Dialog title="Downloads" description={file.title} open={open} onOpenChange={onOpenChange}>
      <Downloads file={file} />
    </Dialog>
  )
}

function Downloads({ file }: { file: Resource }) {
  const downloads = useFileDownloads(file.id)
  const rows = downloads.data?.pages.flatMap((page) => page.rows)
  const total = downloads.data?.pages.at(-1)?.total ?? 0
  return (
    <div className="grid grid-cols-1 gap-2">
      {total > 0 && (
        <p role="status" className="text-13 text-muted">
          {formatCount(total, 'download')}
        </p>
      )}
      <HistoryList
        what="downloads"
        query={downloads}
        rows={rows}
        emptyLine="Nobody has downloaded this file yet"
        renderRow={(download) => <DownloadRow key={download.id} download={download} />}
      />
      {downloads.hasNextPage && (
        <Button pending={downloads.isFetchingNextPage} onClick={() => downloads.fetchNextPage()}>
          {downloads.isFetchNextPageError ? 'Retry' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

function DownloadRow({ download: { user, partner, downloadedAt } }: { download: ResourceDownload }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 py-2.5">
      <span className="wrap-anywhere min-w-0">
        <span className="font-medium">{personName(user)}</span>
        {user && <span className="text-13 text-muted"> {partner?.businessName ?? 'Partner team'}</span>}
      </span>
      <time dateTime={downloadedAt} className="text-13 text-muted">
        {formatDateTime(downloadedAt)}
      </time>
    </li>
  )
}
