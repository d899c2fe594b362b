import { readdir, readFile, readlink } from 'node:fs/promises'
import { runProgram } from './program.ts'

/** True while any process has that number, also one that has ended and whose parent has not asked about it yet. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // Alive, but somebody else's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** What the process was started with, its words parted by single spaces; empty for one that has ended. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return runProgram('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => '')
  }
  // Linux may come without ps.
  const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return words.replaceAll('\0', ' ')
}

/**
 * The processes with `part` in their command line that do not work in `folder`, on Linux: it was deleted or moved under
 * them. One in a container, where that path is another folder, works in it as far as we see.
 */
export async function findStrays(part: string, folder: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const strays = await Promise.all(
    pids.map(async (pid) => {
      if (!(await commandLineOf(pid)).includes(part)) return []
      const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => folder)
      return workingFolder === folder ? [] : [pid]
    }),
  )
  return strays.flat()
}
