import { spawn } from 'node:child_process'
import { readdir, readFile, readlink } from 'node:fs/promises'
import { text } from 'node:stream/consumers'

/** The user and group that a program runs as; only root can choose them. */
export type UserIds = { uid: number; gid: number }

/** A program that ended with an exit code other than 0; `output` is everything that it printed. */
export class ProgramError extends Error {
  readonly output: string

  constructor(file: string, exitCode: number | null, output: string) {
    super(`${file} ended with ${exitCode ?? 'a signal'}: ${output.trim()}`)
    this.output = output
  }
}

/**
 * Options for starting a program without our environment (which has secrets, and whose PGDATA or PGPORT would mislead PostgreSQL), with
 * messages in English, and from a folder that every user may enter.
 */
export function spawnOptions(user: UserIds | undefined) {
  return {
    cwd: '/',
    // A root shell opened by a plain `su` has no sbin folder on its path, where useradd is.
    env: { PATH: `${process.env.PATH ?? '/usr/bin:/bin'}:/usr/sbin:/sbin`, LC_ALL: 'C', TZ: 'UTC' },
    uid: user?.uid,
    gid: user?.gid,
    // The program gets a session of its own: Ctrl-C in the terminal reaches only the server, which then stops PostgreSQL in order.
    detached: true,
  }
}

/**
 * Runs a program to its end and returns what it printed.
 * @throws ProgramError when it fails, and the system's error when it cannot be started at all
 */
export async function runProgram(file: string, args: string[], user?: UserIds): Promise<string> {
  const child = spawn(file, args, { ...spawnOptions(user), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [exitCode, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (exitCode !== 0) throw new ProgramError(file, exitCode, stdout + stderr)
  return stdout
}

/** True while any process has that number, including one that has ended but that its parent has not collected yet. */
export function isAlive(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    // "Not permitted" means that the process is alive and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The command line of a process, with single spaces between the arguments; empty for one that has ended. */
export async function commandLineOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return runProgram('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => '')
  }
  // Minimal Linux systems have no ps.
  const content = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return content.replaceAll('\0', ' ')
}

/**
 * On Linux, the processes with `part` in their command line whose working folder is not `folder`, because the folder was deleted or moved
 * while they ran. Does not find a process in a container, where that path is another folder.
 */
export async function findProcessesOutside(folder: string, part: string): Promise<number[]> {
  const pids = (await readdir('/proc').catch(() => [])).map(Number).filter((pid) => pid > 0)
  const outside = await Promise.all(
    pids.map(async (pid) => {
      if (!(await commandLineOf(pid)).includes(part)) return []
      const workingFolder = await readlink(`/proc/${pid}/cwd`).catch(() => folder)
      return workingFolder === folder ? [] : [pid]
    }),
  )
  return outside.flat()
}
