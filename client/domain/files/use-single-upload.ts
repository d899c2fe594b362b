import { useState } from 'react'
import type { Outcome, UseFile } from './uploader.ts'
import { useUploads } from './use-uploads.ts'

/** The one file of a form, with the words at its picker. */
export const useSingleUpload = (pickerId: string) => {
  const uploads = useUploads(1)
  const [error, setError] = useState<string>()
  const [upload] = uploads.uploads

  return {
    pickerId,
    upload,
    /** Why the form cannot be sent with it. */
    error,
    setError,
    isBusy: uploads.isBusy,
    add: uploads.add,
    remove: uploads.remove,
    stop: uploads.stop,
    /** Stops what is under way, and forgets it. */
    clear: () => {
      uploads.clear()
      setError(undefined)
    },

    /** Whether a file is chosen; shows an error when none is. */
    require: () => {
      setError(upload ? undefined : 'Choose a file')
      return upload !== undefined
    },

    /** Brings the file into use, and empties the picker when there is nothing more to do with it. */
    send: async (use: UseFile): Promise<Outcome> => {
      if (!upload) return 'stopped'
      const [outcome = 'stopped'] = await uploads.start(use)
      if (outcome === 'done') uploads.remove(upload.id)
      else if (outcome !== 'stopped' && !outcome.canRetry) {
        uploads.remove(upload.id)
        setError(`${upload.fileName}: ${outcome.reason}`)
      }
      return outcome
    },
  }
}
