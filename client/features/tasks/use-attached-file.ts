import { useId, useState } from 'react'
import type { UploadedFile } from '#client/domain/files/uploader.ts'
import { useSingleUpload } from '#client/domain/files/use-single-upload.ts'
import type { PartnerTask } from '#contract/tasks.ts'

/** A file that is where the portal keeps its files. */
export type AttachedFile = UploadedFile & { fileName: string }

const attachedTo = (task: PartnerTask | null): AttachedFile | null =>
  task?.filePath && task.fileType && task.fileSize !== null
    ? {
        filePath: task.filePath,
        fileType: task.fileType,
        fileSize: task.fileSize,
        fileName: task.fileName ?? `file.${task.fileType}`,
      }
    : null

/**
 * The one file of a task: that which it has, or one that is chosen and uploaded when the form is sent. Once uploaded it stays,
 * should saving fail after that: nothing is sent twice.
 */
export const useAttachedFile = (task: PartnerTask | null) => {
  const picker = useSingleUpload(useId())
  const [former, setFormer] = useState(() => attachedTo(task))
  const [attached, setAttached] = useState(former)

  /** Answers the file that is meant, null for none; undefined when it could not be uploaded. */
  const upload = async (): Promise<AttachedFile | null | undefined> => {
    if (!picker.upload) return attached
    const { fileName } = picker.upload
    let sent: AttachedFile | undefined
    await picker.send(async (file) => {
      sent = { ...file, fileName }
    })
    if (sent) setAttached(sent)
    return sent
  }

  return {
    picker,
    attached,
    isChanged: picker.upload !== undefined || attached?.filePath !== former?.filePath,
    upload,
    remove: () => setAttached(null),
    /** The server does not know it any more. */
    refuse: (words: string) => {
      setAttached(null)
      picker.setError(words)
    },
    /** Begins anew with the file of a task as it is now. */
    reset: (now: PartnerTask) => {
      picker.clear()
      setFormer(attachedTo(now))
      setAttached(attachedTo(now))
    },
  }
}
