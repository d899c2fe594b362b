import { stat } from 'node:fs/promises'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { EmbeddedPostgresError } from './reporting.ts'

const sqliteBusy = 5

// A process that was just killed frees its lock at once; a process that is stopping needs a moment.
const timeoutMs = 3000

/** A lock on a file. `isInPlace` is false once the locked file is gone from its path, for example with its whole folder. */
export type Lock = { release(): void; isInPlace(): Promise<boolean> }

/**
 * Acquires the lock of `file`, until it is released or this process ends; undefined when another process has it. The lock is the operating
 * system's own lock on the open file. SQLite acquires it, because Node has no call for it. So kill -9 releases it too, and it exists before
 * the first database does.
 * Nothing else in this process may open the file: closing it again would release the lock.
 */
export async function acquireLock(file: string): Promise<Lock | undefined> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const release = tryToLock(file)
    if (release) return { release, isInPlace: await placeCheckOf(file) }
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
    // No journal file is needed: only the lock matters, and nothing is ever written.
    lock.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return release
  } catch (error) {
    release()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    const reason = error instanceof Error ? error.message : error
    throw new EmbeddedPostgresError('NO_ACCESS', `Cannot lock ${file}: ${reason}`, { cause: error })
  }
}

async function placeCheckOf(file: string): Promise<() => Promise<boolean>> {
  const { ino, birthtimeMs } = await stat(file)
  return async () => {
    const current = await stat(file).catch(() => undefined)
    return current?.ino === ino && current.birthtimeMs === birthtimeMs
  }
}
