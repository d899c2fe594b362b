import type { SealFailure } from '#contract/documents/sealing.ts'

// By the messages of StorageError, of drawing, and of sealing.
const patterns: [RegExp, SealFailure][] = [
  [/storage: full/, 'storage_full'],
  [/storage: |object store/, 'storage'],
  [/would not be drawn as it was signed|^Not found/, 'text'],
  [/seal does not hold|^SealError/, 'seal'],
]

/** What the stored error of the last attempt means; `not_tried` for null, where there was none. */
export const sealFailureOf = (failure: string | null): SealFailure => {
  if (failure === null) return 'not_tried'
  // Below it is the stack, with the names of files.
  const [message = ''] = failure.split('\n')
  return patterns.find(([pattern]) => pattern.test(message))?.[1] ?? 'other'
}
