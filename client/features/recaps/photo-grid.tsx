import { X } from 'lucide-react'
import { useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { FileViewer } from '#client/domain/files/file-viewer.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import { IconButton } from '#client/ui/button.tsx'
import type { RecapPhoto } from '#contract/recaps.ts'

type PhotoGridProps = {
  photos: RecapPhoto[]
  /** The name of the event, for the names of its photos. */
  name: string
  onRemove?: (photo: RecapPhoto) => void
}

/** Photos as a grid of thumbnails, each of which opens in the whole window. Renders nothing without photos. */
export function PhotoGrid({ photos, name, onRemove }: PhotoGridProps) {
  if (photos.length === 0) return null
  return (
    <ul aria-label="Photos" className="grid grid-cols-3 gap-2 sm:grid-cols-4">
      {photos.map((photo, index) => (
        <li key={photo.id} className="relative aspect-square">
          <Photo photo={photo} title={`${name}, photo ${index + 1}`} isThumbnail />
          {onRemove && photo.isRemovable && (
            <IconButton
              icon={X}
              label={`Remove photo ${index + 1}`}
              onClick={() => onRemove(photo)}
              className="absolute top-1 right-1 bg-surface/90"
            />
          )}
        </li>
      ))}
    </ul>
  )
}

type PhotoProps = { photo: RecapPhoto; title: string; isThumbnail?: boolean }

/** A photo that fills its space, which has to be `relative`, and opens in the whole window. */
export function Photo({ photo, title, isThumbnail = false }: PhotoProps) {
  const partnerAddress = usePartnerAddress()
  const [isOpen, setOpen] = useState(false)
  const held = useQuarantinedFile(photo.filePath)
  const { filePath, fileSize, width, height } = photo
  if (held) {
    return (
      <div className="grid size-full place-items-center rounded-card bg-sunken p-2">
        <QuarantineBadge file={held} />
      </div>
    )
  }
  return (
    // The photo is the content of the page, so it is printed, although other buttons are not.
    <span data-lead className="contents">
      <button
        type="button"
        aria-label={`Open ${title}`}
        onClick={() => setOpen(true)}
        className="absolute inset-0 overflow-clip rounded-card bg-sunken"
      >
        <img
          src={partnerAddress(`/objects/${filePath}${isThumbnail ? '?thumbnail' : ''}`)}
          alt={title}
          width={width}
          height={height}
          decoding="async"
          className="size-full object-cover"
        />
      </button>
      {isOpen && (
        <FileViewer
          file={{ title: `${title}.jpg`, fileType: 'jpg', fileSize, filePath }}
          onClose={() => setOpen(false)}
        />
      )}
    </span>
  )
}
