import type { UploadFailure } from '#client/domain/files/upload-failure.ts'
import { toast } from '#client/lib/toast.ts'

/** Tells that an upload failed; why, stands at the file. */
export const tellUploadFailure = ({ step }: UploadFailure) =>
  toast({
    title: 'Error',
    description:
      step === 'register'
        ? 'Failed to process uploaded file. Please try again.'
        : 'Failed to upload resource. Please try again.',
    tone: 'danger',
  })
