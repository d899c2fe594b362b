import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { isToSend, isUnderWay } from './upload.ts'
import { createUploader, type Outcome, type UploadPlace, type UseFile } from './uploader.ts'

/** The files of a form or dialog on their way into the portal. What is under way when it goes is stopped. */
export const useUploads = (place?: UploadPlace) => {
  const [uploader] = useState(() => createUploader(place))
  useEffect(() => uploader.open(), [uploader])
  const uploads = useSyncExternalStore(uploader.subscribe, uploader.read)
  return {
    ...uploader,
    uploads,
    isBusy: uploads.some(isUnderWay),
    /** Brings all that is to be sent into use. Resolves to the outcome of each; never rejects. */
    start: (use: UseFile) =>
      uploader.run(
        uploads.filter(isToSend).map(({ id }) => id),
        use,
      ),
  }
}

/** The one file of a form, with the message at its picker. */
export const useSingleUpload = () => {
  const { uploads, start, ...uploader } = useUploads()
  const pickerId = useId()
  const [error, setError] = useState<string>()
  const [upload] = uploads

  return {
    ...uploader,
    pickerId,
    upload,
    /** Why the form cannot be sent with it. */
    error,
    setError,
    clear: () => {
      uploader.clear()
      setError(undefined)
    },

    /** Whether a file is chosen; shows an error at the picker when none is. */
    require: () => {
      setError(upload ? undefined : 'Choose a file')
      if (!upload) document.getElementById(pickerId)?.focus()
      return upload !== undefined
    },

    /** Brings the file into use, and empties the picker when there is nothing more to do with it. */
    send: async (use: UseFile): Promise<Outcome> => {
      const [outcome = 'stopped'] = await start(use)
      if (!upload || outcome === 'stopped') return 'stopped'
      if (outcome === 'done' || !outcome.canRetry) uploader.remove(upload.id)
      if (outcome !== 'done' && !outcome.canRetry) setError(`${upload.fileName}: ${outcome.reason}`)
      return outcome
    },
  }
}
