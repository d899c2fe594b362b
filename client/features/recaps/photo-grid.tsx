import { X } from 'lucide-react'
import { useState } from 'react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { FileViewer } from '#client/domain/files/file-viewer.tsx'
import {
  QuarantineBadge,
  useOpenableFiles,
  useQuarantinedFile,
} from '#client/domain/files/quarantined-file.tsx'
import { IconButton } from '#client/ui/button.tsx'
import { stepsOf } from '#client/ui/opened-steps.tsx'
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
          <Photo photo={photo} photos={photos} name={name} isThumbnail />
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

type PhotoProps = Pick<PhotoGridProps, 'photos' | 'name'> & {
  /** One of the photos. */
  photo: RecapPhoto
  isThumbnail?: boolean
}

const titleOf = ({ photo, photos, name }: PhotoProps) => `${name}, photo ${photos.indexOf(photo) + 1}`

/** A photo that fills its space, which has to be `relative`, and opens in the whole window, with the way to the others. */
export function Photo(props: PhotoProps) {
  const { photo, photos, name, isThumbnail = false } = props
  const title = titleOf(props)
  const partnerAddress = usePartnerAddress()
  const [isOpen, setOpen] = useState(false)
  const held = useQuarantinedFile(photo.filePath)
  const { filePath, width, height } = photo
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
      {isOpen && <PhotoViewer photo={photo} photos={photos} name={name} onClose={() => setOpen(false)} />}
    </span>
  )
}

/** Shows one photo after the other in the whole window, beginning with `photo`. */
function PhotoViewer({ photo: first, photos, name, onClose }: PhotoProps & { onClose: () => void }) {
  const [shownId, setShownId] = useState(first.id)
  const openable = useOpenableFiles(photos)
  // The shown photo may have been removed meanwhile.
  const photo = openable.find(({ id }) => id === shownId) ?? first
  const steps = stepsOf({
    what: 'photo',
    total: openable.length,
    at: openable.indexOf(photo),
    onStep: (to) => setShownId(openable[to]?.id ?? first.id),
  })
  const { fileSize, filePath } = photo
  const title = titleOf({ photo, photos, name })
  return (
    <FileViewer
      file={{ title: `${title}.jpg`, fileType: 'jpg', fileSize, filePath }}
      steps={steps}
      onClose={onClose}
    />
  )
}
