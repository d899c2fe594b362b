import { type FileHandle, open, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { StartError } from '#server/start-error.ts'
import type { Receiver } from './receiver.ts'

const mode = 0o640
const lineBreak = 0x0a

const openFile = async (path: string) => {
  const file = await open(path, 'a+', mode)
  try {
    const stats = await file.stat()
    if (!stats.isFile()) throw new Error('it is not a file')
    await endLastLine(file, stats.size)
    await syncFolder(dirname(path))
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/** Ends the last line if it is incomplete, because a process died while writing, so that the next event gets a line of its own. */
const endLastLine = async (file: FileHandle, size: number) => {
  if (size === 0) return
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1)
  if (buffer[0] !== lineBreak) await file.appendFile('\n')
}

/** Flushes a folder to the disk. Without that, a crash could lose a file that was just created in it. */
const syncFolder = async (path: string) => {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** Creates a receiver that appends events to a file, one line each. A file that was renamed or deleted is created again. */
export const createFileReceiver = (path: string): Receiver => {
  let current: FileHandle | undefined

  const close = async () => {
    const file = current
    current = undefined
    await file?.close()
  }

  const isRotated = async (file: FileHandle) => {
    const [open, named] = await Promise.all([file.stat(), stat(path).catch(() => undefined)])
    return open.ino !== named?.ino || open.dev !== named.dev
  }

  return {
    async send(events) {
      if (current && (await isRotated(current))) await close()
      current ??= await openFile(path)
      const { size } = await current.stat()
      try {
        await current.appendFile(events.map(({ json }) => `${json}\n`).join(''))
        await current.sync()
      } catch (error) {
        // All of these events will be sent again, and on a full disk some of them may have been written.
        await current.truncate(size).catch(() => {})
        await close()
        throw error
      }
    },
    close,
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder is not a folder',
  EACCES: 'this account may not write there',
  EPERM: 'this account may not write there',
  EISDIR: 'it is a folder',
  EROFS: 'the disk is read-only',
  ENOSPC: 'the disk is full',
}

/** @throws StartError when the file cannot be written */
export const requireWritableFile = async (path: string) => {
  const file = await openFile(path).catch((error: NodeJS.ErrnoException) => {
    const reason = reasons[error.code ?? ''] ?? error.message
    throw new StartError(`AUDIT_LOG_TO: ${path} cannot be written: ${reason}.`)
  })
  await file.close()
}
