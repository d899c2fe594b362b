import { AppError } from './app-error.ts'

/**
 * Refuses an edit of a row that has changed since its editor read it. Call it with the locked row.
 * @throws AppError `conflict`
 */
export const requireUnchanged = (row: { updatedAt: Date }, expectedUpdatedAt: Date | undefined) => {
  if (expectedUpdatedAt && expectedUpdatedAt.getTime() !== row.updatedAt.getTime()) {
    throw new AppError(
      'conflict',
      'Someone else changed this after you opened it. Reload to see the latest version.',
    )
  }
}
