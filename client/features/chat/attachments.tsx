import { RotateCcw, X } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { refusalOf } from '#client/domain/files/chosen-file.ts'
import { isUnderWay, type Upload } from '#client/domain/files/upload.ts'
import { UploadStatus } from '#client/domain/files/upload-status.tsx'
import type { createUploader, UploadPlace } from '#client/domain/files/uploader.ts'
import { call } from '#client/lib/api.ts'
import { formatSize } from '#client/lib/format.ts'
import { loadFile } from '#client/lib/load-file.ts'
import { IconButton } from '#client/ui/button.tsx'
import { FileIcon } from '#client/ui/file-icon.tsx'
import { fileTypeOf, maxChatFileSize } from '#contract/files/file-types.ts'
import type { AttachedFile } from './messages.ts'

// Each file is sent as a message of its own.
const maxFiles = 5

const chatUploads: UploadPlace = {
  request: async (body) => (await call('POST /api/chat/uploads', { body })).uploadURL,
  register: async (uploadURL) =>
    (await call('PUT /api/chat/uploads', { body: { resourceURL: uploadURL } })).filePath,
}

type Uploader = ReturnType<typeof createUploader>

const noUploads: Upload[] = []
const subscribeToNothing = () => () => {}

/** The file of a completed upload. */
const readyFile = ({ stage, filePath, fileName, fileType, fileSize }: Upload): AttachedFile | null =>
  stage === 'done' && filePath ? { filePath, fileName, fileType, fileSize } : null

/** The uploaders of unsent messages by the name of their draft. They outlive the panel, so that closing it stops no upload. */
const uploaders = new Map<string, Uploader>()

/**
 * The files of the next message. They are uploaded as soon as they are chosen; the uploader is loaded with the first one. They stay
 * with the draft of this name until they are sent or the page is left.
 */
export const useAttachments = (draftName: string) => {
  const [, setCreated] = useState<Uploader>()
  const uploader = uploaders.get(draftName) ?? null
  const [refusal, setRefusal] = useState<string | null>(null)
  const uploads = useSyncExternalStore(
    uploader?.subscribe ?? subscribeToNothing,
    uploader?.read ?? (() => noUploads),
  )

  const loadUploader = async () => {
    const { createUploader } = await loadFile(() => import('#client/domain/files/uploader.ts'))
    // Files that are chosen while the uploader is still loading must not create a second one.
    const known = uploaders.get(draftName)
    if (known) return known
    const created = createUploader(chatUploads)
    created.open()
    uploaders.set(draftName, created)
    setCreated(created)
    return created
  }

  // There is nothing to save after an upload: the message will refer to the file.
  const start = (by: Uploader, id: string) => void by.run([id], async () => {})

  return {
    uploads,
    isBusy: uploads.some(isUnderWay),
    hasReady: uploads.some(readyFile),
    /** Why a chosen file was refused. */
    refusal,

    add: async (chosen: File[]) => {
      setRefusal(null)
      const by = await loadUploader()
      for (const file of chosen) {
        const reason = refusalOf(file, maxChatFileSize)
        if (reason) setRefusal(`${file.name}: ${reason}`)
        else if (by.read().length >= maxFiles) setRefusal(`Attach up to ${maxFiles} files at a time.`)
        else {
          const id = by.add(file)
          if (id) start(by, id)
        }
      }
    },
    retry: (id: string) => uploader && start(uploader, id),
    remove: (id: string) => uploader?.remove(id),
    /** Returns the uploaded files to be sent, and removes them here. */
    takeReady: (): AttachedFile[] =>
      uploads.flatMap((upload) => {
        const file = readyFile(upload)
        if (file) uploader?.remove(upload.id)
        return file ?? []
      }),
  }
}

export type Attachments = ReturnType<typeof useAttachments>

type AttachmentListProps = {
  attachments: Attachments
  /** Called when a file is removed: the focused button goes away with its row. */
  onRemoved: () => void
}

/** The files of the next message with their progress. */
export function AttachmentList({ attachments, onRemoved }: AttachmentListProps) {
  const { uploads, refusal, retry, remove } = attachments
  if (uploads.length === 0 && refusal === null) return null
  return (
    <div className="max-h-40 overflow-y-auto border-line border-t px-3 py-2">
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
                <IconButton icon={RotateCcw} label={`Retry ${fileName}`} onClick={() => retry(id)} />
              )}
              <IconButton
                icon={X}
                label={stage === 'done' || failure ? `Remove ${fileName}` : `Cancel ${fileName}`}
                onClick={() => {
                  remove(id)
                  onRemoved()
                }}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
