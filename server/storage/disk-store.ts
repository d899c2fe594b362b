import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { requireFreeSpace } from './free-space.ts'
import { type ObjectStore, toStorageError } from './object-store.ts'

// This is larger than Node's 64 KB, so that reading a large file takes fewer steps, and still needs little memory per reader.
const readChunkBytes = 256 * 1024
// A connection delivers 64 KB at a time, and writing these one by one takes twice as long.
const batchBytes = 1024 * 1024

const throwStorageError = (error: unknown): never => {
  const isMissing = error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT'
  throw toStorageError(error, isMissing ? 'missing' : 'unavailable')
}

/** Lists the names in a folder; none if the folder does not exist. */
const readFolder = (path: string): Promise<string[]> =>
  readdir(path).catch((error) => (error.code === 'ENOENT' ? [] : throwStorageError(error)))

/** Stores objects as files in one folder. */
export const createDiskStore = (root: string): ObjectStore => {
  // The folder is inside the store's folder, so that the final rename stays on one disk.
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
        const written = await writeFile(temporary, bytes)
        if (written !== size) throw new Error('fewer or more bytes than announced')
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

    async *list() {
      for (const folder of await readFolder(root)) {
        if (join(root, folder) === unfinished) continue
        for (const name of await readFolder(join(root, folder))) yield `${folder}/${name}`
      }
    },

    async move(from, to) {
      await renameDurably(pathOf(from), pathOf(to)).catch(throwStorageError)
    },

    async remove(key) {
      await rm(pathOf(key), { force: true }).catch(throwStorageError)
    },

    async check() {
      await requireFreeSpace(unfinished)
    },

    async sweep(before) {
      for (const name of await readFolder(unfinished)) {
        const path = join(unfinished, name)
        const found = await stat(path).catch(() => null)
        if (found && found.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/**
 * Joins chunks into batches, in two buffers that alternate: one is filled while the other is written. Allocating memory for each batch
 * would make the process grow by 50 MB with ten simultaneous uploads (`npm run bench upload`).
 */
async function* toBatches(chunks: AsyncIterable<Buffer>) {
  let [filling, writing] = [Buffer.allocUnsafeSlow(batchBytes), Buffer.allocUnsafeSlow(batchBytes)]
  let filled = 0
  for await (const chunk of chunks) {
    for (let offset = 0; offset < chunk.length; ) {
      const copied = chunk.copy(filling, filled, offset)
      offset += copied
      filled += copied
      if (filled < batchBytes) continue
      yield filling
      ;[filling, writing, filled] = [writing, filling, 0]
    }
  }
  if (filled > 0) yield filling.subarray(0, filled)
}

/** Writes a new file durably and returns its size. */
const writeFile = async (path: string, bytes: AsyncIterable<Buffer>) => {
  // The stream accepts another batch only while fewer than two are unwritten, so the next buffer to fill is free.
  const highWaterMark = 2 * batchBytes
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark, flush: true })
  await pipeline(bytes, toBatches, file)
  return file.bytesWritten
}

/** Makes a rename survive a power cut. Windows neither supports nor needs this. */
const syncFolder = async (folder: string) => {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
