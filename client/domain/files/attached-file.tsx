import { Paperclip } from 'lucide-react'
import { useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { type FileType, previewOf } from '#contract/files/file-types.ts'
import { FileViewer } from './file-viewer.tsx'
import { QuarantineBadge, useQuarantinedFile } from './quarantined-file.tsx'

const linkClassName = 'inline-flex min-w-0 items-center gap-1 rounded-mark text-link touch:py-2'

type AttachedFileProps = {
  /** A row that has at most one file. */
  row: {
    filePath: string | null
    fileName: string | null
    fileType: FileType | null
    fileSize: number | null
  }
}

/** The file of an obligation or of an invoice. It opens here if a browser can show it, and is downloaded otherwise. Renders nothing without one. */
export function AttachedFile({ row: { filePath, fileName, fileType, fileSize } }: AttachedFileProps) {
  const partnerAddress = usePartnerAddress()
  const held = useQuarantinedFile(filePath)
  const [isOpen, setOpen] = useState(false)
  if (!filePath || !fileType) return null
  const title = fileName ?? 'File'
  const content = (
    <>
      <Paperclip aria-hidden className="size-3.5 shrink-0" />
      <span className="wrap-anywhere min-w-0">{title}</span>
    </>
  )
  if (held) {
    return (
      <span className="inline-flex min-w-0 flex-wrap items-center gap-2">
        {title}
        <QuarantineBadge file={held} />
      </span>
    )
  }
  if (previewOf(fileType) === null) {
    return (
      <a href={partnerAddress(`/objects/${filePath}?download`)} download={title} className={linkClassName}>
        {content}
      </a>
    )
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={linkClassName}>
        {content}
      </button>
      {isOpen && (
        <FileViewer
          file={{ title, fileType, fileSize: fileSize ?? 0, filePath }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
