/** A command of `npm run portal`. */
export interface Command {
  name: string
  /** Its arguments, such as `<file>`. */
  usage: string
  /** One line. */
  summary: string
  /** @returns the exit code: 0, or 1 where what it looked for is not as it should be */
  run(args: string[]): Promise<number>
}

/** A command that was called wrongly; the answer is its usage. */
export class UsageError extends Error {
  override name = 'UsageError'
}

export const print = (line: string) => process.stdout.write(`${line}\n`)

/** @throws UsageError unless there are as many arguments as names */
export const requireArguments = <const N extends readonly string[]>(args: string[], ...names: N) => {
  if (args.length !== names.length) throw new UsageError(`It takes ${names.join(' and ') || 'no arguments'}.`)
  return args as { [K in keyof N]: string }
}
