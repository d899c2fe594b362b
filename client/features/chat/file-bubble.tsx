import { useQuery } from '@tanstack/react-query'
import { Download, Image } from 'lucide-react'
import { useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { formatSize } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import type { ChatFile } from '#contract/chat/messages.ts'
import { previewOf } from '#contract/files/file-types.ts'
import type { QuarantinedFile } from '#contract/files/quarantined-files.ts'
import type { ThumbnailState } from '#contract/files/thumbnails.ts'

type FileBubbleProps = { file: ChatFile; isOwn: boolean }

/** Shows a small version of a picture, and names any other file. Files that the browser can show open in another tab. */
export function FileBubble({ file, isOwn }: FileBubbleProps) {
  const held = useQuarantinedFile(file.filePath)
  return held ? (
    <QuarantinedBubble file={file} held={held} isOwn={isOwn} />
  ) : (
    <CleanBubble file={file} isOwn={isOwn} />
  )
}

const boxClassName =
  'flex w-fit min-w-0 max-w-full items-center gap-2.5 rounded-card border border-control bg-surface px-3 py-2'

/** Shows the name of a file that cannot be opened, and why not. */
function QuarantinedBubble({
  file: { fileName, fileType },
  held,
  isOwn,
}: FileBubbleProps & { held: QuarantinedFile }) {
  return (
    <span className={classNames(boxClassName, isOwn && 'ml-auto')}>
      <FileIcon fileType={fileType} />
      <span className="grid min-w-0 justify-items-start gap-1">
        <span className="max-w-full truncate font-medium text-13">{fileName}</span>
        <QuarantineBadge file={held} />
      </span>
    </span>
  )
}

function CleanBubble({ file, isOwn }: FileBubbleProps) {
  const { filePath, fileName, fileType, fileSize } = file
  const [isBroken, setBroken] = useState(false)
  const thumbnail = useThumbnailState(file)
  const preview = previewOf(fileType)
  const partnerAddress = usePartnerAddress()
  const address = `/api/chat/files/${filePath}`
  // An SVG drawing needs no thumbnail, since its file is small.
  const pictureAddress =
    fileType === 'svg' ? address : thumbnail === 'ready' ? `${address}?thumbnail` : undefined
  const isPicture = !isBroken && (pictureAddress !== undefined || thumbnail === 'pending')
  return (
    <a
      href={partnerAddress(preview ? address : `${address}?download`)}
      {...(preview ? { target: '_blank', rel: 'noopener' } : { download: fileName })}
      title={fileName}
      className={classNames(
        isOwn && 'ml-auto',
        isPicture ? 'block w-fit overflow-clip rounded-card' : [boxClassName, 'hover:bg-sunken'].join(' '),
      )}
    >
      {isPicture ? (
        <Picture
          src={pictureAddress && partnerAddress(pictureAddress)}
          alt={fileName}
          onError={() => setBroken(true)}
        />
      ) : (
        <>
          <FileIcon fileType={fileType} />
          <span className="min-w-0">
            <span className="block truncate font-medium text-13">{fileName}</span>
            <span className="block text-12 text-muted">
              {`${fileType.toUpperCase()}, ${formatSize(fileSize)}`}
            </span>
          </span>
          {!preview && <Download aria-hidden className="size-4 shrink-0 text-muted" />}
        </>
      )}
    </a>
  )
}

/** The state of the thumbnail, from the message or newer: the event stream announces a thumbnail that was made later. */
const useThumbnailState = ({ filePath, thumbnail }: ChatFile): ThumbnailState => {
  const read = readOf('/api/chat/files/:filePath/thumbnail', { params: { filePath } })
  const { data } = useQuery({ ...read, enabled: thumbnail === 'pending' })
  return data?.thumbnail ?? thumbnail
}

type PictureProps = { src: string | undefined; alt: string; onError: () => void }

/** A picture of a fixed size, so that the messages do not move when it loads. Without an address, it is a placeholder. */
function Picture({ src, alt, onError }: PictureProps) {
  const className = 'h-36 w-48 max-w-full border border-line bg-sunken'
  if (!src) {
    return (
      <span role="img" aria-label={alt} className={classNames('grid place-items-center', className)}>
        <Image aria-hidden strokeWidth={1.5} className="size-8 text-muted" />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt={alt}
      loading="lazy"
      decoding="async"
      onError={onError}
      className={classNames('object-cover', className)}
    />
  )
}
