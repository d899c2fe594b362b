import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { FileBox, FilePicker } from '#client/domain/files/file-picker.tsx'
import { QuarantineBadge, useQuarantinedFile } from '#client/domain/files/quarantined-file.tsx'
import type { UploadedFile } from '#client/domain/files/uploader.ts'
import { useSingleUpload } from '#client/domain/files/use-uploads.ts'
import type { PartnerTask } from '#contract/tasks.ts'

/** A file that is stored already. */
export type AttachedFile = UploadedFile & { fileName: string }

type WithFile = Pick<PartnerTask, 'filePath' | 'fileName' | 'fileType' | 'fileSize'>

const attachedTo = (task: WithFile | null): AttachedFile | null =>
  task?.filePath && task.fileType && task.fileSize !== null
    ? {
        filePath: task.filePath,
        fileType: task.fileType,
        fileSize: task.fileSize,
        fileName: task.fileName ?? `file.${task.fileType}`,
      }
    : null

/**
 * The file of a task: the stored one, or one that is chosen and will be uploaded when the form is sent. If saving fails after the
 * upload, the next attempt uses the uploaded file.
 */
export const useAttachedFile = (task: WithFile | null) => {
  const picker = useSingleUpload()
  const [initial, setInitial] = useState(() => attachedTo(task))
  const [attached, setAttached] = useState(initial)

  /** Resolves to the file to save, or null for no file; undefined if the upload failed. */
  const upload = async (): Promise<AttachedFile | null | undefined> => {
    if (!picker.upload) return attached
    const { fileName } = picker.upload
    let uploaded: AttachedFile | undefined
    await picker.send(async (file) => {
      uploaded = { ...file, fileName }
    })
    if (uploaded) setAttached(uploaded)
    return uploaded
  }

  return {
    picker,
    attached,
    isChanged: picker.upload !== undefined || attached?.filePath !== initial?.filePath,
    upload,
    remove: () => setAttached(null),
    /** Removes the file that the server has refused, and shows why. */
    refuse: (message: string) => {
      setAttached(null)
      picker.setError(message)
    },
    /** Starts again with the file that the task has now. */
    reset: (current: WithFile) => {
      picker.clear()
      setInitial(attachedTo(current))
      setAttached(attachedTo(current))
    },
  }
}

type TaskFileProps = { file: ReturnType<typeof useAttachedFile>; onRetry: () => void }

/** The file of a task in its form: the stored file, which can be removed, or a picker. */
export function TaskFile({ file: { attached, picker, remove }, onRetry }: TaskFileProps) {
  const containerRef = useRef<HTMLDivElement>(null)
  const held = useQuarantinedFile(attached?.filePath ?? null)
  const partnerAddress = usePartnerAddress()

  const handleRemove = () => {
    flushSync(remove)
    // The focused button goes away with the file: the focus moves to the picker.
    containerRef.current?.querySelector('input')?.focus()
  }

  return (
    <div ref={containerRef}>
      {attached ? (
        <FileBox
          name={attached.fileName}
          sizeBytes={attached.fileSize}
          href={held ? undefined : partnerAddress(`/objects/${attached.filePath}`)}
          onRemove={handleRemove}
        >
          {held && <QuarantineBadge file={held} />}
        </FileBox>
      ) : (
        <FilePicker optional picker={picker} onRetry={onRetry} />
      )}
    </div>
  )
}
