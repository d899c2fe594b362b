import { useQueryClient } from '@tanstack/react-query'
import { getDroppedFiles } from '@uppy/core/utils'
import { Upload as UploadIcon, X } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings, acceptedKinds, refusalOf } from '#client/domain/files/chosen-file.ts'
import { isToSend, isUnderWay, type Upload } from '#client/domain/files/upload.ts'
import { UploadDialog } from '#client/domain/files/upload-dialog.tsx'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import { useUploads } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { formatCount, formatSize } from '#client/lib/format.ts'
import { invalidatePaths } from '#client/lib/query-client.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { type DialogOpening, useOpenDialog } from '#client/ui/dialog-host.tsx'
import { DropZone } from '#client/ui/drop-zone.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { limits } from '#contract/fields.ts'
import { categoryLabels, type ResourceCategory } from '#contract/resources/categories.ts'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import { createResource } from '#contract/resources/resources.ts'
import { libraryReads } from '../queries.ts'
import { audienceProblems, forEveryone, sentAudience } from './audience.ts'
import { AudienceChooser } from './audience-chooser.tsx'

type UploadFilesProps = {
  category: ResourceCategory
  /** Null for files in no folder. */
  folder: Pick<ResourceFolder, 'id' | 'name'> | null
}

/** Uploads many files to a folder, or beside the folders of a category. */
export function UploadFiles(place: UploadFilesProps) {
  const openDialog = useOpenDialog()
  const { category, folder } = place
  return (
    <Button
      size="small"
      // A page shows this button once for each folder.
      aria-label={`Upload files to ${folder?.name ?? `${categoryLabels[category]}, Uncategorized Files`}`}
      onClick={() => openDialog((opening) => <UploadFilesDialog {...opening} {...place} />)}
    >
      <UploadIcon aria-hidden className="size-4" />
      Upload files
    </Button>
  )
}

const isUntitled = (upload: Upload) => isToSend(upload) && !upload.title.trim()

function UploadFilesDialog({ category, folder, open, onOpenChange }: UploadFilesProps & DialogOpening) {
  const client = useQueryClient()
  const { uploads, isBusy, ...uploader } = useUploads()
  const [audience, setAudience] = useState(forEveryone)
  // A line for each file that was refused when it was chosen.
  const [refused, setRefused] = useState<string[]>([])
  const [wasSubmitted, setSubmitted] = useState(false)
  const formRef = useRef<HTMLFormElement>(null)
  const { text, next } = summaryOf(uploads)
  const problems = audienceProblems(audience)

  const handleOpenChange = (nextOpen: boolean) => {
    if (!nextOpen) uploader.clear()
    onOpenChange(nextOpen)
  }

  const handleFiles = (files: File[]) => {
    setRefused(files.flatMap((file) => (refusalOf(file) ? [`${file.name}: ${refusalOf(file)}`] : [])))
    for (const file of files) {
      if (!refusalOf(file)) uploader.add(file)
    }
  }

  const handleRemove = (id: string, index: number) => {
    flushSync(() => uploader.remove(id))
    // The row has gone: the next one, or where files are chosen.
    const rows = formRef.current?.querySelectorAll<HTMLElement>('[data-upload]') ?? []
    const row = rows[Math.min(index, rows.length - 1)]
    ;(row ?? formRef.current)?.querySelector<HTMLElement>('input, button')?.focus()
  }

  const send = async () => {
    const place = { category, folderId: folder?.id ?? null }
    await uploader.start((file, title) =>
      call(createResource, { body: { title, ...place, ...file, ...sentAudience(audience) } }),
    )
    await invalidatePaths(client, libraryReads)
  }

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (next.does === 'close') return handleOpenChange(false)
    flushSync(() => setSubmitted(true))
    const isReady = uploads.length > 0 && !uploads.some(isUntitled) && Object.keys(problems).length === 0
    if (isReady) send()
    else formRef.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }

  return (
    <UploadDialog
      title="Upload files"
      description={`To ${folder?.name ?? 'Uncategorized Files'} in ${categoryLabels[category]}`}
      size="wide"
      open={open}
      onOpenChange={handleOpenChange}
      isBusy={isBusy}
      // An audience alone is for files that are still to be chosen.
      isChanged={uploads.length > 0 ? uploads.some(isToSend) : audience !== forEveryone}
      whatStays="Uploaded files stay in the library. The others are not added."
    >
      <form ref={formRef} noValidate onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
        {!isBusy && (
          <DropZone
            label="Files"
            required
            multiple
            hint={acceptedKinds}
            error={wasSubmitted && uploads.length === 0 ? 'Choose a file' : undefined}
            accept={acceptedEndings}
            onFiles={handleFiles}
            // A folder that is dropped gives the files in it.
            readDrop={(dropped) => getDroppedFiles(dropped)}
          />
        )}
        {refused.length > 0 && (
          <Alert title={`${formatCount(refused.length, 'file')} not added`}>
            <ul>
              {refused.map((line) => (
                <li key={line} className="wrap-anywhere">
                  {line}
                </li>
              ))}
            </ul>
          </Alert>
        )}
        {uploads.length > 0 && (
          <ul aria-label="Files" className="divide-y divide-line border-line border-y">
            {uploads.map((upload, index) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                error={wasSubmitted && isUntitled(upload) ? 'Title is required' : undefined}
                onRename={(title) => uploader.rename(upload.id, title)}
                onStop={() => uploader.stop(upload.id)}
                onRemove={() => handleRemove(upload.id, index)}
              />
            ))}
          </ul>
        )}
        <fieldset disabled={isBusy || next.does === 'close'} className="min-w-0">
          <AudienceChooser value={audience} onChange={setAudience} problems={wasSubmitted ? problems : {}} />
        </fieldset>
        <DialogFooter>
          <p role="status" className="text-13 text-muted sm:mr-auto sm:self-center">
            {text}
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
    </UploadDialog>
  )
}

type UploadRowProps = {
  upload: Upload
  /** Of its title. */
  error: string | undefined
  onRename: (title: string) => void
  onStop: () => void
  onRemove: () => void
}

/** One of many files: its title, its progress, and what can be done with it now. */
function UploadRow({ upload, error, onRename, onStop, onRemove }: UploadRowProps) {
  const { fileName, fileSize, title, stage } = upload
  const isOpen = stage === 'chosen' || stage === 'failed'
  return (
    <li data-upload className="grid grid-cols-1 gap-2 py-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {isOpen ? (
            <Field label="Title" required error={error} hint={`${fileName} · ${formatSize(fileSize)}`}>
              <TextInput
                value={title}
                maxLength={limits.name}
                autoComplete="off"
                onChange={({ target }) => onRename(target.value)}
                className="truncate"
              />
            </Field>
          ) : (
            <>
              <p className="wrap-anywhere line-clamp-2 font-medium">{title}</p>
              <p className="truncate text-13 text-muted">{fileName}</p>
            </>
          )}
        </div>
        {(stage === 'waiting' || stage === 'sending') && (
          <Button size="small" aria-label={`Cancel ${fileName}`} onClick={onStop}>
            Cancel
          </Button>
        )}
        {isOpen && (
          <IconButton label={`Remove ${fileName}`} onClick={onRemove} className="mt-6.5 -mr-2">
            <X aria-hidden className="size-4" />
          </IconButton>
        )}
      </div>
      <UploadStatus upload={upload} />
    </li>
  )
}

const labelOf = (next: NextStep) => {
  if (next.does === 'wait') return 'Uploading...'
  if (next.does === 'close') return 'Done'
  if (next.does === 'retry') return `Retry ${formatCount(next.count, 'file')}`
  return next.count > 0 ? `Upload ${formatCount(next.count, 'file')}` : 'Upload files'
}

/** The next action of the button below several files. */
type NextStep = { does: 'upload' | 'retry'; count: number } | { does: 'wait' } | { does: 'close' }

type Counted = Pick<Upload, 'stage' | 'failure'>

/** The progress as a text, empty before it begins, and the next action of the button. */
export const summaryOf = (uploads: readonly Counted[]): { text: string; next: NextStep } => {
  const count = (fits: (upload: Counted) => boolean) => uploads.filter(fits).length
  const done = count(({ stage }) => stage === 'done')
  const failed = count(({ stage }) => stage === 'failed')
  const toSend = count(isToSend)
  const running = count(isUnderWay)

  if (running > 0) return { text: `${done} of ${done + failed + running} uploaded`, next: { does: 'wait' } }
  const text = [done > 0 && `${done} uploaded`, failed > 0 && `${failed} failed`].filter(Boolean).join(', ')
  if (toSend === 0)
    return { text, next: uploads.length > 0 ? { does: 'close' } : { does: 'upload', count: 0 } }
  const onlyFailed = count(({ stage }) => stage === 'chosen') === 0
  return { text, next: { does: onlyFailed ? 'retry' : 'upload', count: toSend } }
}
