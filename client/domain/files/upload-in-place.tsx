import { RotateCcw, Upload as UploadIcon, X } from 'lucide-react'
import { useState } from 'react'
import { Button, IconButton } from '#client/ui/button.tsx'
import { FieldError } from '#client/ui/field.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { acceptedEndings, refusalOf } from './chosen-file.ts'
import { UploadStatus } from './upload-status.tsx'
import type { UploadedFile } from './uploader.ts'
import type { useUploads } from './use-uploads.ts'

type UploadInPlaceProps = {
  uploader: ReturnType<typeof useUploads>
  /** Whether no further file can be added. */
  isFull: boolean
  onUploaded: (file: { id: string; title: string; upload: UploadedFile }) => void
}

/** Uploads files within a form, at once when they are chosen. Shows those that are on their way or have failed. */
export function UploadInPlace({ uploader, isFull, onUploaded }: UploadInPlaceProps) {
  const [refusal, setRefusal] = useState<string>()

  const send = async (ids: string[]) => {
    const outcomes = await uploader.run(ids, async (upload, title) =>
      onUploaded({ id: upload.filePath, title, upload }),
    )
    for (const [index, id] of ids.entries()) if (outcomes[index] === 'done') uploader.remove(id)
  }

  const handleFiles = (files: File[]) => {
    const refused = files.find((file) => refusalOf(file))
    setRefusal(refused && `${refused.name}: ${refusalOf(refused)}`)
    const ids = files.flatMap((file) => (refusalOf(file) ? [] : (uploader.add(file) ?? [])))
    void send(ids)
  }

  return (
    <div className="grid grid-cols-1 gap-2">
      {!isFull && (
        <FileButton
          label="Upload files"
          icon={UploadIcon}
          accept={acceptedEndings}
          multiple
          className="justify-self-start"
          onFiles={handleFiles}
        />
      )}
      {refusal && (
        <div role="alert">
          <FieldError id="upload-refusal">{refusal}</FieldError>
        </div>
      )}
      <ul aria-label="Uploads" className="grid grid-cols-1 gap-2 empty:hidden">
        {uploader.uploads.map((upload) => (
          <li key={upload.id} className="grid grid-cols-1 gap-1">
            <div className="flex items-center gap-2">
              <span className="wrap-anywhere min-w-0 flex-1 font-medium">{upload.fileName}</span>
              {upload.failure?.canRetry && (
                <Button
                  size="small"
                  icon={RotateCcw}
                  aria-label={`Retry ${upload.fileName}`}
                  onClick={() => send([upload.id])}
                >
                  Retry
                </Button>
              )}
              <IconButton
                icon={X}
                label={`Remove ${upload.fileName}`}
                onClick={() => uploader.remove(upload.id)}
              />
            </div>
            <UploadStatus upload={upload} />
          </li>
        ))}
      </ul>
    </div>
  )
}
