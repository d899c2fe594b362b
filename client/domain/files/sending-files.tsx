import { Camera, RotateCcw, X } from 'lucide-react'
import { useState } from 'react'
import { IconButton } from '#client/ui/button.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import type { FileType } from '#contract/files/file-types.ts'
import { refusalOf } from './chosen-file.ts'
import { UploadStatus } from './upload-status.tsx'
import type { UploadPlace } from './uploader.ts'
import { useUploads } from './use-uploads.ts'

interface SendingFilesOptions {
  place: UploadPlace
  /** Puts an uploaded file to use. `id` is that of the upload, and the same when the file is tried again. */
  use: (filePath: string, id: string) => Promise<unknown>
  /** Reads again what shows the file, before it leaves the list of those that are being sent. */
  onUsed: () => Promise<unknown>
  /** Says how many files there can be, when there are too many. */
  limit: string
  types?: readonly FileType[]
}

/** The files that are being sent to something. Uploading starts as soon as they are chosen. */
export const useSendingFiles = ({ place, use, onUsed, limit, types }: SendingFilesOptions) => {
  const [refusals, setRefusals] = useState<string[]>([])
  const uploader = useUploads(place)

  const send = async (id: string) => {
    const [outcome] = await uploader.run([id], ({ filePath }) => use(filePath, id))
    if (outcome !== 'done') return
    await onUsed()
    uploader.remove(id)
  }

  return {
    uploads: uploader.uploads,
    isBusy: uploader.isBusy,
    /** Why chosen files were refused. */
    refusals,
    /** @param free how many more files are accepted */
    add: (files: File[], free: number) => {
      const checked = files.map((file) => ({ file, reason: refusalOf(file, undefined, types) }))
      const accepted = checked.filter(({ reason }) => !reason).map(({ file }) => file)
      const tooMany = accepted.splice(Math.max(0, free))
      setRefusals([
        ...checked.flatMap(({ file, reason }) => (reason ? [`${file.name}: ${reason}`] : [])),
        ...(tooMany.length > 0 ? [`${limit} Not added: ${tooMany.map(({ name }) => name).join(', ')}`] : []),
      ])
      for (const file of accepted) {
        const id = uploader.add(file)
        if (id) void send(id)
      }
    },
    retry: (id: string) => void send(id),
    remove: uploader.remove,
  }
}

export type SendingFiles = ReturnType<typeof useSendingFiles>

/** The files that are being sent, with their progress. */
export function SendingFilesList({
  sending: { uploads, refusals, retry, remove },
}: {
  sending: SendingFiles
}) {
  return (
    <>
      <div role="alert" className="wrap-anywhere font-medium text-13 text-danger empty:hidden">
        {refusals.map((refusal) => (
          <p key={refusal}>{refusal}</p>
        ))}
      </div>
      {uploads.length > 0 && (
        <ul aria-label="Files being uploaded" className="grid grid-cols-1 gap-2">
          {uploads.map((upload) => (
            <li key={upload.id} className="flex items-center gap-3 rounded-card border border-line p-2 pl-4">
              <div className="min-w-0 flex-1">
                <p className="truncate font-medium text-13">{upload.fileName}</p>
                <UploadStatus upload={upload} />
              </div>
              {upload.failure?.canRetry && (
                <IconButton
                  icon={RotateCcw}
                  label={`Retry ${upload.fileName}`}
                  onClick={() => retry(upload.id)}
                />
              )}
              {upload.stage !== 'checking' && upload.stage !== 'done' && (
                <IconButton
                  icon={X}
                  label={`${upload.failure ? 'Remove' : 'Cancel'} ${upload.fileName}`}
                  onClick={() => remove(upload.id)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

type TakePhotoProps = { hasSome: boolean; onFiles: (files: File[]) => void }

/** The button that opens the camera of a phone, which takes one photo at a time. */
export const TakePhoto = ({ hasSome, onFiles }: TakePhotoProps) => (
  <FileButton
    label={hasSome ? 'Take another photo' : 'Take photo'}
    icon={Camera}
    // An iPhone converts photos from its own format only if that format is not accepted.
    accept="image/jpeg,image/png,image/webp"
    capture="environment"
    className="not-pointer-coarse:hidden"
    onFiles={onFiles}
  />
)
