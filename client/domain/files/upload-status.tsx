import { CircleAlert, CircleCheck } from 'lucide-react'
import { formatSize } from '#client/lib/format.ts'
import { Spinner } from '#client/ui/loading.tsx'
import { ProgressBar } from '#client/ui/progress.tsx'
import type { Upload } from './upload.ts'

/** The progress of an upload: nothing before it starts, then how much was sent, then the outcome. */
export function UploadStatus({ upload }: { upload: Upload }) {
  const { stage, failure, fileName, fileSize, sentBytes } = upload
  if (stage === 'chosen') return null
  if (stage === 'waiting' || stage === 'sending') {
    const percent = fileSize > 0 ? Math.floor((sentBytes / fileSize) * 100) : 0
    const text = `${formatSize(sentBytes)} of ${formatSize(fileSize)}`
    return (
      <div className="grid grid-cols-1 gap-1">
        <ProgressBar
          label={`Upload of ${fileName}`}
          value={Math.round(sentBytes)}
          max={fileSize}
          valueText={`${text}, ${percent}%`}
        />
        <p className="flex justify-between gap-4 text-13 text-muted tabular-nums">
          <span>{stage === 'waiting' ? 'Waiting' : text}</span>
          <span>{percent}%</span>
        </p>
      </div>
    )
  }
  if (stage === 'checking') {
    return (
      <p role="status" className="flex items-center gap-2 text-13 text-muted">
        <Spinner className="text-accent" />
        Checking the file...
      </p>
    )
  }
  if (stage === 'done') {
    return (
      <p className="flex items-center gap-2 font-medium text-13 text-positive">
        <CircleCheck aria-hidden className="size-4 shrink-0" />
        Uploaded
      </p>
    )
  }
  return (
    <p role="alert" className="flex gap-2 font-medium text-13 text-danger">
      <CircleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
      <span className="wrap-anywhere min-w-0">{failure?.reason}</span>
    </p>
  )
}
