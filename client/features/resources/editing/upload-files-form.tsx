import { getDroppedFiles } from '@uppy/core/utils'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings, acceptedKinds, refusalOf } from '#client/domain/files/chosen-file.ts'
import { isToSend, type useUploads } from '#client/domain/files/use-uploads.ts'
import { formatCount } from '#client/lib/format.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { type Audience, audienceProblems } from './audience.ts'
import { AudienceChooser } from './audience-chooser.tsx'
import { type NextStep, summaryOf } from './batch-summary.ts'
import { UploadRow } from './upload-row.tsx'

type UploadFilesFormProps = {
  uploads: ReturnType<typeof useUploads>
  audience: Audience
  onAudienceChange: (audience: Audience) => void
  onSend: () => void
  onClose: () => void
}

export function UploadFilesForm({
  uploads,
  audience,
  onAudienceChange,
  onSend,
  onClose,
}: UploadFilesFormProps) {
  // A line for each file that was not taken when it was chosen.
  const [refused, setRefused] = useState<string[]>([])
  const [wasSent, setSent] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { words, next } = summaryOf(uploads.uploads)
  const problems = wasSent ? audienceProblems(audience) : {}

  const handleFiles = (files: File[]) => {
    setRefused(files.flatMap((file) => (refusalOf(file) ? [`${file.name}: ${refusalOf(file)}`] : [])))
    for (const file of files) {
      if (!refusalOf(file)) uploads.add(file)
    }
  }

  const handleRemove = (id: string, index: number) => {
    flushSync(() => uploads.remove(id))
    // The row has gone: the next one, or where files are chosen.
    const rows = form.current?.querySelectorAll<HTMLElement>('[data-upload]') ?? []
    const row = rows[Math.min(index, rows.length - 1)]
    ;(row ?? form.current)?.querySelector<HTMLElement>('input, button')?.focus()
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (next.does === 'close') return onClose()
    flushSync(() => setSent(true))
    const lacksTitle = uploads.uploads.some((upload) => isToSend(upload) && !upload.title.trim())
    const isReady =
      uploads.uploads.length > 0 && !lacksTitle && Object.keys(audienceProblems(audience)).length === 0
    if (isReady) onSend()
    else form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
      {!uploads.isBusy && (
        <DropZone
          label="Files"
          required
          multiple
          hint={acceptedKinds}
          error={wasSent && uploads.uploads.length === 0 ? 'Choose a file' : undefined}
          accept={acceptedEndings.join(',')}
          onFiles={handleFiles}
          readDrop={readDrop}
        />
      )}
      {refused.length > 0 && <Refused lines={refused} />}
      {uploads.uploads.length > 0 && (
        <ul aria-label="Files" className="divide-y divide-line border-line border-y">
          {uploads.uploads.map((upload, index) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              error={wasSent && isToSend(upload) && !upload.title.trim() ? 'Title is required' : undefined}
              onRename={(title) => uploads.rename(upload.id, title)}
              onStop={() => uploads.stop(upload.id)}
              onRemove={() => handleRemove(upload.id, index)}
            />
          ))}
        </ul>
      )}
      <fieldset disabled={uploads.isBusy || next.does === 'close'} className="min-w-0">
        <AudienceChooser value={audience} onChange={onAudienceChange} problems={problems} />
      </fieldset>
      <DialogFooter>
        <p role="status" className="text-13 text-muted sm:mr-auto sm:self-center">
          {words}
        </p>
        {next.does !== 'close' && (
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
        )}
        <Button type="submit" variant="primary" pending={next.does === 'wait'}>
          {labelOf(next)}
        </Button>
      </DialogFooter>
    </form>
  )
}

// A folder that is dropped gives the files in it.
const readDrop = (dropped: DataTransfer) => getDroppedFiles(dropped)

const labelOf = (next: NextStep) => {
  if (next.does === 'wait') return 'Uploading...'
  if (next.does === 'close') return 'Done'
  if (next.does === 'retry') return `Retry ${formatCount(next.count, 'file')}`
  return next.count > 0 ? `Upload ${formatCount(next.count, 'file')}` : 'Upload files'
}

function Refused({ lines }: { lines: string[] }) {
  return (
    <Alert title={lines.length === 1 ? '1 file was not added' : `${lines.length} files were not added`}>
      <ul>
        {lines.map((line) => (
          <li key={line} className="wrap-anywhere">
            {line}
          </li>
        ))}
      </ul>
    </Alert>
  )
}
