import { Download, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { FileViewer, type ViewedFile } from '#client/domain/files/file-viewer.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { formatSize } from '#client/lib/format.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { previewOf } from '#contract/files/file-types.ts'

type FileTileProps = {
  file: ViewedFile
  /** The address of the thumbnail. */
  thumbnail?: string | undefined
  /** Shown instead of the size. */
  details?: ReactNode
  onRemove?: (() => void) | undefined
}

/** A stored file, which opens here if a browser can show it, and is downloaded otherwise. */
export function FileTile({ file, thumbnail, details, onRemove }: FileTileProps) {
  const partnerAddress = usePartnerAddress()
  const [isOpen, setOpen] = useState(false)
  const [isBroken, setBroken] = useState(false)
  const held = useQuarantinedFile(file.filePath)
  const { title, fileType, fileSize, filePath } = file
  const canOpen = !held && previewOf(fileType) !== null

  const shown = (
    <>
      <span className="grid size-14 shrink-0 place-items-center overflow-clip rounded-control bg-sunken">
        {thumbnail && !held && !isBroken ? (
          <img
            src={partnerAddress(thumbnail)}
            alt=""
            decoding="async"
            onError={() => setBroken(true)}
            className="size-full object-cover"
          />
        ) : (
          <FileIcon fileType={fileType} />
        )}
      </span>
      <span className="min-w-0 flex-1">
        <span title={title} className="block truncate font-medium text-13 group-hover:underline">
          {canOpen && <span className="sr-only">{'Open '}</span>}
          {title}
        </span>
        <span className="wrap-anywhere block text-13 text-muted">
          {details ?? `${fileType.toUpperCase()}, ${formatSize(fileSize)}`}
        </span>
        {held && <QuarantineBadge file={held} />}
      </span>
    </>
  )
  const shownClassName = 'flex min-w-0 flex-1 items-center gap-3 rounded-control text-left'

  return (
    <div className="flex min-w-0 items-center gap-1 rounded-card border border-line p-2">
      {canOpen ? (
        <button type="button" onClick={() => setOpen(true)} className={`group ${shownClassName}`}>
          {shown}
        </button>
      ) : (
        <span className={shownClassName}>{shown}</span>
      )}
      {!held && (
        <Button asChild variant="quiet" size="icon">
          <a
            href={partnerAddress(`/objects/${filePath}?download`)}
            download={title}
            aria-label={`Download ${title}`}
            title="Download"
          >
            <Download aria-hidden className="size-4" />
          </a>
        </Button>
      )}
      {onRemove && <IconButton icon={X} label={`Remove ${title}`} title="Remove" onClick={onRemove} />}
      {isOpen && <FileViewer file={file} onClose={() => setOpen(false)} />}
    </div>
  )
}
