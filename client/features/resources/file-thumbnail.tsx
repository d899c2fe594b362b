import { useState } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { objectAddress } from './file-details.tsx'

export const fileRowClassName = 'flex items-start gap-3 px-4 py-3 sm:items-center sm:px-5'

/** A small picture of the file where there is one, else an icon by its type; of one size, so that nothing jumps. */
export function FileThumbnail({ file, isHeld }: { file: Resource; isHeld: boolean }) {
  const src = file.hasThumbnail && file.isActive && !isHeld ? objectAddress(file, 'thumbnail') : undefined
  const [brokenSrc, setBrokenSrc] = useState<string>()
  return (
    <span className="grid size-10 shrink-0 place-items-center overflow-clip rounded-control border border-line bg-canvas">
      {src && src !== brokenSrc ? (
        <img
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          onError={() => setBrokenSrc(src)}
          className="size-full object-cover"
        />
      ) : (
        <FileIcon fileType={file.fileType} />
      )}
    </span>
  )
}

/** Rows that load, as high as those whose text fits on its lines. */
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
