import { fileInfectedMessage, fileWaitingMessage } from '#contract/files/quarantine-messages.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/http/app-error.ts'
import * as data from './data.ts'

/**
 * Checks that a file may leave the store: if the portal has a scanner, only files that it found clean may.
 * @throws AppError `conflict` for a file that waits, `forbidden` for an infected one
 */
export const requireClean = async ({ db, settings }: Pick<Deps, 'db' | 'settings'>, objectKey: string) => {
  if (!settings.clamavUrl) return
  const verdict = await data.getVerdict(db, objectKey)
  if (verdict === 'infected') throw new AppError('forbidden', fileInfectedMessage)
  if (verdict !== 'clean') throw new AppError('conflict', fileWaitingMessage)
}

/** Returns those of the files that may leave the store. */
export const onlyClean = async <F extends { objectKey: string }>(
  { db, settings }: Pick<Deps, 'db' | 'settings'>,
  files: F[],
) => {
  if (!settings.clamavUrl) return files
  const clean = await data.listClean(
    db,
    files.map(({ objectKey }) => objectKey),
  )
  return files.filter(({ objectKey }) => clean.has(objectKey))
}
