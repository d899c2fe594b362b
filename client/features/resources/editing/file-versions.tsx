import Download from 'lucide-react/icons/download'
import { personName } from '#client/domain/person-name.ts'
import { formatDateTime, formatSize } from '#client/lib/format.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { HistoryList } from '#client/ui/history-list.tsx'
import type { Resource, ResourceVersion } from '#contract/resources/resources.ts'
import type { FileDialogProps } from './file-dialog.ts'
import { useFileVersions } from './read-file-history.ts'

/** What a file was before, who put it there and when. */
export function FileVersions({ file, open, onOpenChange }: FileDialogProps) {
  return (
    <Dialog title="Versions" description={file.title} open={open} onOpenChange={onOpenChange}>
      <Versions file={file} />
    </Dialog>
  )
}

function Versions({ file }: { file: Resource }) {
  const versions = useFileVersions(file.id)
  return (
    <HistoryList
      what="versions"
      query={versions}
      rows={versions.data}
      renderRow={(version, index) => (
        <VersionRow key={version.id} version={version} filePath={file.filePath} isInUse={index === 0} />
      )}
    />
  )
}

type VersionRowProps = { version: ResourceVersion; filePath: string; isInUse: boolean }

function VersionRow({ version, filePath, isInUse }: VersionRowProps) {
  const { id, fileName, fileType, fileSize, createdAt, uploadedBy } = version
  const name = fileName ?? fileType.toUpperCase()
  return (
    <li className="flex items-center gap-3 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere min-w-0 font-medium">{name}</span>
          {isInUse && <Badge tone="positive">In use</Badge>}
        </p>
        <p className="wrap-anywhere text-13 text-muted">
          {formatSize(fileSize)} · <time dateTime={createdAt}>{formatDateTime(createdAt)}</time> ·{' '}
          {personName(uploadedBy)}
        </p>
      </div>
      <Button asChild variant="quiet" size="icon">
        <a
          href={`/objects/${filePath}?download&version=${id}`}
          download
          aria-label={`Download ${name} of ${formatDateTime(createdAt)}`}
        >
          <Download aria-hidden className="size-4" />
        </a>
      </Button>
    </li>
  )
}
