import RotateCcw from 'lucide-react/icons/rotate-ccw'
import X from 'lucide-react/icons/x'
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { flushSync } from 'react-dom'
import { refusalOf } from '#client/domain/files/chosen-file.ts'
import type { UploadPlace } from '#client/domain/files/upload-place.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import type { createUploader, Files } from '#client/domain/files/uploader.ts'
import { isUnderWay, uploadsOf } from '#client/domain/files/use-uploads.ts'
import { call } from '#client/lib/api.ts'
import { formatSize } from '#client/lib/format.ts'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { registerChatUpload, requestChatUpload } from '#contract/chat/files.ts'
import type { ChatFile } from '#contract/chat/messages.ts'
import { fileTypeOf, maxChatFileSize } from '#contract/files/file-types.ts'

// Each becomes a message.
const maxFiles = 5

const chatUploads: UploadPlace = {
  maxFileSize: maxChatFileSize,
  request: async (body) => (await call(requestChatUpload, { body })).uploadURL,
  register: async (resourceURL) => (await call(registerChatUpload, { body: { resourceURL } })).filePath,
}

type Uploader = ReturnType<typeof createUploader>

const noFiles: Files = {}
const subscribeToNothing = () => () => {}

/** The file of a completed upload. */
const readyFile = ({ name, size, meta }: Files[string]): ChatFile | null => {
  const fileType = fileTypeOf(name)
  if (meta.stage !== 'done' || !meta.filePath || !fileType) return null
  return { filePath: meta.filePath, fileName: name, fileType, fileSize: size ?? 0 }
}

/**
 * The files of the next message. They are uploaded as soon as they are chosen; the uploader is loaded with the first one, and
 * unfinished uploads are canceled when the conversation closes.
 */
export const useAttachments = () => {
  const [uploader, setUploader] = useState<Uploader | null>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const files = useSyncExternalStore(
    uploader?.subscribe ?? subscribeToNothing,
    uploader?.read ?? (() => noFiles),
  )
  const uploads = useMemo(() => uploadsOf(files), [files])
  useEffect(() => uploader?.open(), [uploader])

  const loadUploader = async () => {
    if (uploader) return uploader
    const { createUploader } = await import('#client/domain/files/uploader.ts')
    const created = createUploader(maxFiles, chatUploads)
    // Which also opens it.
    flushSync(() => setUploader(created))
    return created
  }

  // The message refers to the file, so that nothing is left to do once it is there.
  const start = (by: Uploader, id: string) => void by.run([id], async () => {})

  return {
    uploads,
    isBusy: uploads.some(isUnderWay),
    hasReady: Object.values(files).some(readyFile),
    /** Why a chosen file was refused. */
    refusal,

    add: async (chosen: File[]) => {
      setRefusal(null)
      const by = await loadUploader()
      for (const file of chosen) {
        const reason = refusalOf(file, maxChatFileSize)
        if (reason) setRefusal(`${file.name}: ${reason}`)
        else if (Object.keys(by.read()).length >= maxFiles)
          setRefusal(`Attach at most ${maxFiles} files at once.`)
        else {
          const id = by.add(file)
          if (id) start(by, id)
        }
      }
    },
    retry: (id: string) => uploader && start(uploader, id),
    remove: (id: string) => uploader?.remove(id),
    /** Returns the uploaded files to be sent, and removes them here. */
    takeReady: (): ChatFile[] =>
      uploads.flatMap(({ id }) => {
        const file = files[id] && readyFile(files[id])
        if (file) uploader?.remove(id)
        return file ?? []
      }),
  }
}

export type Attachments = ReturnType<typeof useAttachments>

type AttachmentListProps = {
  attachments: Attachments
  /** The focused button is removed with its row. */
  onRemoved: () => void
}

/** The files of the next message with their progress. */
export function AttachmentList({ attachments, onRemoved }: AttachmentListProps) {
  const { uploads, refusal, retry, remove } = attachments
  if (uploads.length === 0 && refusal === null) return null
  return (
    <div data-attachments className="max-h-40 overflow-y-auto border-line border-t px-3 py-2">
      {refusal !== null && (
        <p role="alert" className="wrap-anywhere font-medium text-13 text-danger">
          {refusal}
        </p>
      )}
      <ul aria-label="Attached files" className="grid grid-cols-1 gap-2">
        {uploads.map((upload) => {
          const { id, fileName, fileSize, stage, failure } = upload
          return (
            <li key={id} className="flex items-center gap-2">
              <FileIcon fileType={fileTypeOf(fileName) ?? 'txt'} />
              <div className="min-w-0 flex-1">
                <p className="flex gap-2 text-13">
                  <span className="min-w-0 truncate font-medium">{fileName}</span>
                  <span className="shrink-0 text-muted">{formatSize(fileSize)}</span>
                </p>
                {stage !== 'done' && <UploadStatus upload={upload} />}
              </div>
              {failure?.canRetry && (
                <IconButton label={`Retry ${fileName}`} onClick={() => retry(id)}>
                  <RotateCcw aria-hidden className="size-4" />
                </IconButton>
              )}
              <IconButton
                label={stage === 'done' || failure ? `Remove ${fileName}` : `Cancel ${fileName}`}
                onClick={() => {
                  remove(id)
                  onRemoved()
                }}
              >
                <X aria-hidden className="size-4" />
              </IconButton>
            </li>
          )
        })}
      </ul>
    </div>
  )
}
