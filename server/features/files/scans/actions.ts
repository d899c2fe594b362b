import { notify } from '#server/bus/data.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { fileKey } from '#server/storage/object-keys.ts'
import { StorageError } from '#server/storage/object-store.ts'
import { hasThumbnailOf } from '../thumbnails.ts'
import { ScannerAway, ScanRefused, scan } from './clamav.ts'
import * as data from './data.ts'

type ScanDeps = Pick<Deps, 'db' | 'jobs' | 'store' | 'settings' | 'log'>

/** Queues a new file for the virus scanner. Call it in the transaction that registers the file. */
export const enqueueScan = async (
  { settings, jobs }: Pick<Deps, 'settings' | 'jobs'>,
  tx: Executor,
  objectKey: string,
) => {
  if (!settings.clamavUrl) return
  await data.createScan(tx, objectKey)
  await jobs.enqueue(tx, 'scan-files', {})
}

/** Notifies pages when a file that they show from now on waits for the scanner or is infected. */
export const announceScan = async (tx: Executor, objectKey: string) => {
  const verdict = await data.getVerdict(tx, objectKey)
  if (verdict && verdict !== 'clean') await notify(tx, 'stale', 'held-files')
}

/** Scans all waiting files, until none is left or the scanner is unavailable; then the rest keep waiting. */
export const scanWaitingFiles = async (deps: ScanDeps) => {
  const { db, log, settings } = deps
  if (!settings.clamavUrl) return
  for (;;) {
    const objectKey = await data.claimWaiting(db)
    if (!objectKey) return
    try {
      await scanFile(deps, settings.clamavUrl, objectKey)
    } catch (err) {
      if (err instanceof ScanRefused) {
        await data.setRefused(db, objectKey)
        log.error({ err, objectKey }, 'the virus scanner refused a file, which stays locked')
        continue
      }
      await data.releaseClaim(db, objectKey)
      if (!(err instanceof ScannerAway)) throw err
      log.warn({ err }, 'the virus scanner is away: new files wait')
      return
    }
  }
}

const scanFile = async ({ db, jobs, store, log }: ScanDeps, url: string, objectKey: string) => {
  const bytes = await store.read(fileKey(objectKey)).catch((error) => {
    if (error instanceof StorageError && error.failure === 'missing') return undefined
    throw error
  })
  if (!bytes) return data.deleteScan(db, objectKey)
  const threat = await scan(url, bytes)
  const upload = await data.getUploadOf(db, objectKey)
  await db.transaction(async (tx) => {
    await data.setVerdict(tx, objectKey, threat)
    if (threat === null && upload?.fileType && hasThumbnailOf(upload.fileType)) {
      await jobs.enqueue(tx, 'thumbnail', { objectKey })
    }
    await notify(tx, 'stale', 'held-files')
  })
  if (threat !== null) {
    // The log omits the file's name, which can contain personal data. Staff see the name in the portal.
    log.warn({ objectKey, threat, uploadedBy: upload?.userId }, 'a virus was found in an uploaded file')
  }
}

/** Queues the files from before there was a scanner, and once more those that the scanner refused. */
export const enqueueBacklog = async ({ db, jobs, settings }: Pick<Deps, 'db' | 'jobs' | 'settings'>) => {
  if (!settings.clamavUrl) return
  await data.addBacklog(db)
  await jobs.enqueue(db, 'scan-files', {})
}
