/** A command of `npm run portal`. */
export interface Command {
  name: string
  /** The command's arguments, such as `<file>`. */
  usage: string
  /** A summary in one line. */
  summary: string
  /** @returns the exit code: 0, or 1 when a check found a problem */
  run(args: string[]): Promise<number>
}

/** The error for a command with wrong arguments; the user sees its usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** @throws UsageError unless there are as many arguments as names */
export const requireArguments = <const N extends readonly string[]>(args: string[], ...names: N) => {
  if (args.length !== names.length) throw new UsageError(`It takes ${names.join(' and ') || 'no arguments'}.`)
  return args as { [K in keyof N]: string }
}
