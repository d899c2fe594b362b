import { CirclePlay } from 'lucide-react'
import { useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { classNames } from '#client/ui/class-names.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { previewOf } from '#contract/files/file-types.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { objectAddress } from './file-details.tsx'

export const fileRowClassName = 'relative flex items-start gap-3 px-4 py-3 sm:items-center sm:px-5'

// An SVG drawing has no thumbnail, so the drawing itself is shown if it is no larger than this.
const maxDrawingBytes = 200_000

const pictureOf = (file: Resource, isLarge: boolean) => {
  if (file.hasThumbnail) return objectAddress(file, 'thumbnail')
  return isLarge && file.fileType === 'svg' && file.fileSize < maxDrawingBytes
    ? objectAddress(file)
    : undefined
}

type FileThumbnailProps = { file: Resource; isQuarantined: boolean; isLarge?: boolean }

/** A small picture of the file or, if there is none, an icon for its type. Both have one size, so that nothing moves. */
export function FileThumbnail({ file, isQuarantined, isLarge = false }: FileThumbnailProps) {
  const isOpen = file.isActive && !isQuarantined
  const partnerAddress = usePartnerAddress()
  const picture = isOpen ? pictureOf(file, isLarge) : undefined
  const src = picture && partnerAddress(picture)
  const [brokenSrc, setBrokenSrc] = useState<string>()
  const isFilm = isOpen && isLarge && previewOf(file.fileType) === 'video'
  return (
    <span
      className={classNames(
        'relative grid shrink-0 place-items-center overflow-clip rounded-control border border-line bg-canvas',
        isLarge ? 'aspect-4/3 w-full [&>svg]:size-8' : 'size-10',
      )}
    >
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
          className={classNames(
            'absolute size-full',
            file.fileType === 'svg' ? 'object-contain p-3' : 'object-cover',
          )}
        />
      ) : (
        <FileIcon fileType={file.fileType} />
      )}
      {isFilm && (
        <>
          {/* A frame from the start of the film, above the icon. */}
          <video
            aria-hidden
            tabIndex={-1}
            muted
            playsInline
            preload="metadata"
            src={`${partnerAddress(objectAddress(file))}#t=0.1`}
            className="absolute size-full object-cover"
          />
          <CirclePlay aria-hidden strokeWidth={1.5} className="absolute text-on-accent drop-shadow-float" />
        </>
      )}
    </span>
  )
}

/** Placeholders for rows, as high as rows whose two lines do not wrap. */
export function FileSkeletons({ rows, className }: { rows: number; className?: string }) {
  return (
    <ul aria-hidden className={classNames('divide-y divide-line', className)}>
      {Array.from({ length: rows }, (_, row) => row).map((row) => (
        <li key={row} className={fileRowClassName}>
          <Skeleton className="size-10" />
          <div className="grow">
            <div className="flex h-6 items-center">
              <Skeleton className="h-3.5 w-48 max-w-full" />
            </div>
            <div className="flex h-5 items-center">
              <Skeleton className="h-3 w-32" />
            </div>
          </div>
        </li>
      ))}
    </ul>
  )
}
