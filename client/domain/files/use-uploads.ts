import { useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import type { UploadFailure } from './upload-failure.ts'
import { createUploader, type Files, type UploadStage, type UseFile } from './uploader.ts'

/** A file that is being uploaded to the library. */
export interface Upload {
  id: string
  title: string
  fileName: string
  /** Bytes. */
  fileSize: number
  sentBytes: number
  stage: UploadStage
  failure: UploadFailure | null
}

const underWay: readonly UploadStage[] = ['waiting', 'sending', 'checking']

export const isUnderWay = ({ stage }: Pick<Upload, 'stage'>) => underWay.includes(stage)

/** Whether Upload or Retry takes it along. */
export const isToSend = ({ stage, failure }: Pick<Upload, 'stage' | 'failure'>) =>
  stage === 'chosen' || (stage === 'failed' && failure?.canRetry === true)

export const uploadsOf = (files: Files): Upload[] =>
  Object.values(files)
    .sort((one, other) => one.meta.order - other.meta.order)
    .map(({ id, name, size, meta, progress }) => ({
      id,
      title: meta.title,
      fileName: name,
      fileSize: size ?? 0,
      sentBytes: progress.bytesUploaded || 0,
      stage: meta.stage,
      failure: meta.failure,
    }))

/** The files of a form or dialog on their way into the library. What is under way when it goes is stopped. */
export const useUploads = (maxFiles: number | null) => {
  const [uploader] = useState(() => createUploader(maxFiles))
  useEffect(() => uploader.open(), [uploader])
  const files = useSyncExternalStore(uploader.subscribe, uploader.read)
  const uploads = useMemo(() => uploadsOf(files), [files])
  return {
    uploads,
    isBusy: uploads.some(isUnderWay),
    add: uploader.add,
    remove: uploader.remove,
    stop: uploader.stop,
    rename: uploader.rename,
    /** Stops what is under way, and forgets all. */
    clear: uploader.clear,
    /** Brings all that is to be sent into use. Answers what became of each; never throws. */
    start: (use: UseFile) =>
      uploader.run(
        uploads.filter(isToSend).map(({ id }) => id),
        use,
      ),
  }
}
