import { useEffect, useId, useState, useSyncExternalStore } from 'react'
import { isToUpload, isUnderWay } from './upload.ts'
import { createUploader, type Outcome, type UploadPlace, type UseFile } from './uploader.ts'

/** The uploads of a form or dialog. Uploads in progress are stopped when it unmounts. */
export const useUploads = (place?: UploadPlace) => {
  const [uploader] = useState(() => createUploader(place))
  useEffect(() => uploader.open(), [uploader])
  const uploads = useSyncExternalStore(uploader.subscribe, uploader.read)
  return {
    ...uploader,
    uploads,
    isBusy: uploads.some(isUnderWay),
    /** Uploads all files that are new or can be retried, and puts them to use. Resolves to the outcome of each; never rejects. */
    start: (use: UseFile) =>
      uploader.run(
        uploads.filter(isToUpload).map(({ id }) => id),
        use,
      ),
  }
}

/** The single file of a form, with the error message of its picker. */
export const useSingleUpload = () => {
  const { uploads, start, ...uploader } = useUploads()
  const pickerId = useId()
  const [error, setError] = useState<string>()
  const [upload] = uploads

  return {
    ...uploader,
    pickerId,
    upload,
    /** The message that says why the form cannot be sent with this file. */
    error,
    setError,
    clear: () => {
      uploader.clear()
      setError(undefined)
    },

    /** Returns whether a file is chosen; if not, shows an error at the picker. */
    require: () => {
      setError(upload ? undefined : 'Choose a file')
      if (!upload) document.getElementById(pickerId)?.focus()
      return upload !== undefined
    },

    /** Uploads the file and puts it to use. Clears the picker on success, and when another attempt would be useless. */
    send: async (use: UseFile): Promise<Outcome> => {
      const [outcome = 'stopped'] = await start(use)
      if (!upload || outcome === 'stopped') return 'stopped'
      if (outcome === 'done' || !outcome.canRetry) uploader.remove(upload.id)
      if (outcome !== 'done' && !outcome.canRetry) setError(`${upload.fileName}: ${outcome.reason}`)
      return outcome
    },
  }
}
