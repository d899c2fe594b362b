import type { SealFailure } from '#contract/documents/sealing.ts'

// These patterns match the messages of StorageError, of drawing, and of sealing.
const patterns: [RegExp, SealFailure][] = [
  [/storage: full/, 'storage_full'],
  [/storage: |object store/, 'storage'],
  [/would not be drawn as it was signed|^Not found/, 'text'],
  [/seal does not hold|^SealError/, 'seal'],
]

/** Returns what the stored error of the last attempt means; `not_tried` for null, which means that there was no attempt. */
export const sealFailureOf = (failure: string | null): SealFailure => {
  if (failure === null) return 'not_tried'
  // The lines below the message are the stack, which contains file names.
  const [message = ''] = failure.split('\n')
  return patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
}
