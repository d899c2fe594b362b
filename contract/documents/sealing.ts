/** The reasons why the last attempt to seal an agreement failed; `not_tried` if there was no attempt yet. */
export const sealFailures = ['not_tried', 'storage_full', 'storage', 'text', 'seal', 'other'] as const
export type SealFailure = (typeof sealFailures)[number]

/** The reasons in plain words. */
export const sealFailureLabels: Record<SealFailure, string> = {
  not_tried: 'sealing has not started',
  storage_full: 'the file storage is full',
  storage: 'the file storage cannot be reached',
  text: 'its text does not come out as it was signed',
  seal: 'the sealed file did not pass its check',
  other: 'sealing failed; the log has the cause',
}
