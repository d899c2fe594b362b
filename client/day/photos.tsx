import { Camera, ImagePlus, RotateCcw, Trash2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useIsOffline } from '#client/lib/connection.ts'
import { formatCount } from '#client/lib/format.ts'
import type { KeptPhoto } from '#client/lib/kept-days.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { FileButton } from '#client/ui/file-button.tsx'
import type { ActivationDay } from '#contract/activation-day.ts'
import { usePhotos } from './use-photos.ts'

/** Takes photos of the event, which wait on this device until they can be sent. */
export function Photos({ day, now }: { day: ActivationDay; now: number }) {
  const { photos, sending, sent, problems, add, remove, retry } = usePhotos(day.id)
  const handleFiles = (files: File[]) => add(files, day)
  return (
    <Card title="Photos" flush>
      <div className="grid grid-cols-1 gap-3 px-4 py-3 sm:px-5">
        <div className="grid grid-cols-1 gap-2 sm:grid-cols-2">
          <FileButton
            label="Take a photo"
            icon={Camera}
            accept="image/*"
            capture="environment"
            onFiles={handleFiles}
          />
          <FileButton
            label="Choose photos"
            icon={ImagePlus}
            accept="image/*"
            multiple
            onFiles={handleFiles}
          />
        </div>
        <div role="alert" className="wrap-anywhere font-medium text-13 text-danger empty:hidden">
          {problems.map((problem) => (
            <p key={problem}>{problem}</p>
          ))}
        </div>
        {photos.length > 0 && (
          <ul aria-label="Photos on this device" className="grid grid-cols-1 gap-2">
            {photos.map((photo) => (
              <PhotoRow
                key={photo.key}
                photo={photo}
                now={now}
                isSending={photo.key === sending?.key}
                onRemove={() => remove(photo)}
                onRetry={() => retry(photo)}
              />
            ))}
          </ul>
        )}
        <p role="status" className="text-13 text-muted">
          {sent > 0
            ? `${formatCount(sent, 'photo')} sent.`
            : 'They are sent to the partner team, without the place where they were taken.'}
        </p>
      </div>
    </Card>
  )
}

/** Returns an address at which the page shows a file. */
const useAddressOf = (file: Blob) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const created = URL.createObjectURL(file)
    setAddress(created)
    return () => URL.revokeObjectURL(created)
  }, [file])
  return address
}

type PhotoRowProps = {
  photo: KeptPhoto
  now: number
  isSending: boolean
  onRemove: () => unknown
  onRetry: () => unknown
}

function PhotoRow({ photo, now, isSending, onRemove, onRetry }: PhotoRowProps) {
  const isOffline = useIsOffline()
  const address = useAddressOf(photo.file)
  const { refusal, waitReason, beginsAt, fileName } = photo

  const stateText = () => {
    if (refusal) return refusal
    if (isSending) return 'Sending…'
    if (beginsAt > now) return 'Sent once the event begins'
    return isOffline ? 'Waiting for a network' : (waitReason ?? 'Waiting')
  }

  return (
    <li className="flex items-center gap-3 rounded-card border border-line p-2">
      {/* Some browsers cannot show HEIC, and then the frame stays empty. */}
      <span className="size-14 shrink-0 overflow-clip rounded-control bg-sunken">
        {address && <img src={address} alt="" className="size-full object-cover" />}
      </span>
      <div className="min-w-0 flex-1 text-13">
        <p className="truncate font-medium">{fileName}</p>
        <p className={classNames('wrap-anywhere', refusal ? 'text-danger' : 'text-muted')}>{stateText()}</p>
        {refusal && (
          <Button size="low" icon={RotateCcw} className="mt-1" onClick={onRetry}>
            Try again
          </Button>
        )}
      </div>
      {!isSending && <IconButton icon={Trash2} label={`Remove ${fileName}`} onClick={onRemove} />}
    </li>
  )
}
