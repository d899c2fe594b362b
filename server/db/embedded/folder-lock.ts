import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { StartError } from '#server/start-error.ts'

const SQLITE_BUSY = 5

// A server that was just killed frees its lock at once; one that is stopping needs a moment to drain.
const PATIENCE_MS = 3000

/** `isInPlace` tells whether the locked file still has its path: a folder that was deleted takes its lock along. */
export type Lock = { release(): void; isInPlace(): Promise<boolean> }

/**
 * Takes the lock that `file` stands for, until it is released or this process ends; undefined when another process
 * keeps it. The lock is the operating system's own on the open file, through SQLite because Node has no call for it:
 * kill -9 ends it too, and it is there before the first database is.
 * Nothing else in this process may open the file: closing it again would drop the lock.
 */
export async function takeLock(file: string): Promise<Lock | undefined> {
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const release = tryToLock(file)
    if (release) return { release, isInPlace: await watchPlace(file) }
    if (Date.now() > deadline) return undefined
    await delay(100)
  }
}

function tryToLock(file: string): (() => void) | undefined {
  const lock = new DatabaseSync(file, { open: false })
  const release = () => {
    if (lock.isOpen) lock.close()
  }
  try {
    lock.open()
    // Without a journal file: the lock alone is wanted, and nothing is ever written.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return release
  } catch (error) {
    release()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return undefined
    throw new StartError(`Cannot lock ${file}: ${error instanceof Error ? error.message : error}`, {
      cause: error,
    })
  }
}

async function watchPlace(file: string): Promise<() => Promise<boolean>> {
  const { ino, birthtimeMs } = await stat(file)
  return async () => {
    const found = await stat(file).catch(() => undefined)
    return found?.ino === ino && found.birthtimeMs === birthtimeMs
  }
}
