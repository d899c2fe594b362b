import { useState } from 'react'
import { FileIcon } from '#client/ui/file-icon.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { objectAddress } from './object-address.ts'

/** A small picture of the file where there is one, else an icon by its type; of one size, so that nothing jumps. */
export function FileThumbnail({ file }: { file: Resource }) {
  const src = file.hasThumbnail ? objectAddress(file, 'thumbnail') : undefined
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
