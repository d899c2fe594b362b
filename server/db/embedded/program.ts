import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** An account of the operating system that a program is to run as; only root can choose one. */
export type OsUser = { name: string; uid: number; gid: number }

/** A program that ended with an exit code other than 0; `output` is all that it printed. */
export class ProgramError extends Error {
  readonly output: string

  constructor(file: string, exitCode: number | null, output: string) {
    super(`${file} ended with ${exitCode ?? 'a signal'}: ${output.trim()}`)
    this.output = output
  }
}

/**
 * How PostgreSQL's programs are started: none of our environment (it holds secrets, and PGDATA or PGPORT would
 * mislead them), messages in English, and from a folder that every user may enter.
 */
export function programOptions(user: OsUser | undefined) {
  return {
    cwd: '/',
    // A root shell made by a plain `su` has no sbin folder on its path, where useradd lies.
    env: { PATH: `${process.env.PATH ?? '/usr/bin:/bin'}:/usr/sbin:/sbin`, LC_ALL: 'C', TZ: 'UTC' },
    uid: user?.uid,
    gid: user?.gid,
    // A session of its own: Ctrl-C in the terminal reaches the server alone, which then stops it in order.
    detached: true,
  }
}

/**
 * Runs a program to its end and gives what it printed.
 * Throws ProgramError when it fails, and the system's error when it cannot be started at all.
 */
export async function runProgram(file: string, args: string[], user?: OsUser): Promise<string> {
  const child = spawn(file, args, { ...programOptions(user), stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  const [exitCode, stdout, stderr] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  if (exitCode !== 0) throw new ProgramError(file, exitCode, stdout + stderr)
  return stdout
}
