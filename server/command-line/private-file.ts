import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Writable } from 'node:stream'
import { StartError } from '#server/start-error.ts'
import { explainFailure } from './explain-failure.ts'

/**
 * Writes a file that only this account can read. Until the file is complete and on disk, it has a random name, so nobody can have created
 * it beforehand with other permissions. If the work fails or the signal is aborted, nothing remains.
 */
export const writePrivateFile = async <T>(
  path: string,
  signal: AbortSignal,
  write: (output: Writable) => Promise<T>,
): Promise<T> => {
  signal.throwIfAborted()
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(part, 'wx', 0o600).catch((error) => {
    throw new StartError(explainFailure(error))
  })
  const output = file.createWriteStream({ flush: true })
  // The code that writes to the stream gets its error, even if it begins to write later.
  output.on('error', () => {})
  const interrupt = () => {
    output.destroy(signal.reason)
    // The process may end before the work has noticed, such as when a statement waits for a lock.
    rmSync(part, { force: true })
  }
  signal.addEventListener('abort', interrupt)
  try {
    const written = await write(output)
    await rename(part, path)
    await syncFolder(dirname(path))
    return written
  } catch (error) {
    output.destroy()
    if (!output.closed) await once(output, 'close')
    await rm(part, { force: true })
    throw error
  } finally {
    signal.removeEventListener('abort', interrupt)
  }
}

/** Makes the rename survive a power cut. */
const syncFolder = async (folder: string) => {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
