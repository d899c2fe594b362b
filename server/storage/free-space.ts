import { randomUUID } from 'node:crypto'
import { mkdir, open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { StorageError, toStorageError } from './object-store.ts'

// PostgreSQL stops when it cannot create the next two files of its log, which have 16 MB each.
const minFreeBytes = 32 * 1024 * 1024
const probeBytes = Buffer.alloc(64 * 1024, 'x')

/** Writes a file and removes it, because only writing reveals quotas and other limits. */
const writeProbe = async (folder: string) => {
  const path = join(folder, `probe-${randomUUID()}`)
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(probeBytes)
    await file.sync()
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

/**
 * Rejects unless files can be written to a folder, which is created if it is missing.
 * @throws StorageError, `full` when its disk has no space left
 */
export const requireFreeSpace = async (folder: string) => {
  try {
    await mkdir(folder, { recursive: true })
    const { bavail, bsize } = await statfs(folder)
    if (bavail * bsize < minFreeBytes) throw new StorageError('full', new Error('less than 32 MB are free'))
    await writeProbe(folder)
  } catch (error) {
    throw toStorageError(error, 'unavailable')
  }
}
