import { z } from 'zod'

/** Why an agreement could not be sealed at the last attempt; `not_tried` where none was made yet. */
export const sealFailures = ['not_tried', 'storage_full', 'storage', 'text', 'seal', 'other'] as const
export const SealFailure = z.enum(sealFailures)
export type SealFailure = z.output<typeof SealFailure>

/** In plain words. */
export const sealFailureLabels: Record<SealFailure, string> = {
  not_tried: 'sealing has not started',
  storage_full: 'the file storage is full',
  storage: 'the file storage cannot be reached',
  text: 'its text does not come out as it was signed',
  seal: 'the sealed file did not pass its check',
  other: 'sealing failed; the log has the cause',
}
