import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type ObjectStore, StorageError, type StorageFailure } from './object-store.ts'

// Larger than Node's own 64 KB: half as many turns of the loop for a large file, and still little memory for each reader.
const readChunkBytes = 256 * 1024
// A connection brings 64 KB at a time. Written one by one they take twice as long.
const batchLength = 1024 * 1024
// The disk is busy with these while more comes in: at the end there is little left to wait for.
const syncLength = 16 * 1024 * 1024

const failureCodes: Record<string, StorageFailure> = {
  ENOENT: 'missing',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EFBIG: 'full',
}

const throwStorageError = (error: unknown): never => {
  if (error instanceof StorageError) throw error
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined
  throw new StorageError(failureCodes[code ?? ''] ?? 'away', error)
}

/** Keeps objects as files of one folder. */
export const createDiskStore = (root: string): ObjectStore => {
  // In the store's own folder, so that the rename at the end never crosses from one disk to another.
  const unfinished = join(root, 'unfinished')

  const pathOf = (key: string) => {
    if (!/^[a-z]+\/[A-Za-z0-9_-]+$/.test(key)) throw new Error('not a key of the store')
    return join(root, key)
  }

  const renameDurably = async (from: string, to: string) => {
    const folder = dirname(to)
    const made = await mkdir(folder, { recursive: true })
    await rename(from, to)
    await syncFolder(folder)
    if (made) await syncFolder(dirname(made))
  }

  return {
    async write(key, bytes, size) {
      const path = pathOf(key)
      const temporary = join(unfinished, randomUUID())
      try {
        await mkdir(unfinished, { recursive: true })
        const written = await writeAll(temporary, bytes)
        if (written !== size) throw new Error('fewer or more bytes than were said')
        await renameDurably(temporary, path)
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {})
        throwStorageError(error)
      }
    },

    async size(key) {
      const found = await stat(pathOf(key)).catch((error) =>
        error.code === 'ENOENT' ? null : throwStorageError(error),
      )
      return found?.size ?? null
    },

    async read(key, range) {
      const file = await open(pathOf(key)).catch(throwStorageError)
      return file.createReadStream({ ...range, highWaterMark: readChunkBytes })
    },

    async move(from, to) {
      await renameDurably(pathOf(from), pathOf(to)).catch(throwStorageError)
    },

    async remove(key) {
      await rm(pathOf(key), { force: true }).catch(throwStorageError)
    },

    async check() {
      await mkdir(unfinished, { recursive: true })
        .then(() => access(unfinished, constants.R_OK | constants.W_OK | constants.X_OK))
        .catch((error) => {
          throw new StorageError('away', error)
        })
    },

    async sweep(before) {
      const names = await readdir(unfinished).catch((error) =>
        error.code === 'ENOENT' ? [] : throwStorageError(error),
      )
      for (const name of names) {
        const path = join(unfinished, name)
        const found = await stat(path).catch(() => null)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** Writes a new file, safe from a power cut, and answers its size. While one batch is written the next one comes in. */
const writeAll = async (path: string, bytes: AsyncIterable<Buffer>) => {
  const file = await open(path, 'wx', 0o600)
  try {
    let [filling, resting] = [Buffer.allocUnsafeSlow(batchLength), Buffer.allocUnsafeSlow(batchLength)]
    let [size, filled, syncedSize] = [0, 0, 0]
    let [written, synced] = [done, done]
    for await (const readChunkBytes of bytes) {
      for (let at = 0; at < readChunkBytes.length; ) {
        const taken = readChunkBytes.copy(filling, filled, at)
        at += taken
        filled += taken
        if (filled < batchLength) continue
        await written
        written = heard(file.writeFile(filling))
        ;[filling, resting, filled] = [resting, filling, 0]
      }
      size += readChunkBytes.length
      if (size - syncedSize < syncLength) continue
      await synced
      synced = heard(file.datasync())
      syncedSize = size
    }
    await written
    await file.writeFile(filling.subarray(0, filled))
    await synced
    await file.sync()
    return size
  } finally {
    await file.close()
  }
}

const done: Promise<void> = Promise.resolve()

/** Whoever awaits it later hears of its failure: until then the process must not take it for one that nobody hears of. */
const heard = (work: Promise<void>) => {
  work.catch(() => {})
  return work
}

/** Without it a power cut could take the new name back. Windows knows no such thing, and needs none. */
const syncFolder = async (folder: string) => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
