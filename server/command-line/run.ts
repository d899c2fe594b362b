import { StartError } from '#server/start-error.ts'
import { print, UsageError } from './command.ts'
import { commands } from './commands.ts'
import { explainFailure } from './explain-failure.ts'
import { Interrupted } from './interruption.ts'

// The container image has the command line as a program with its own name.
const program = process.env.PORTAL_COMMAND || 'npm run portal --'

const help = () => {
  print(`usage: ${program} <command>\n`)
  for (const { name, usage, summary } of commands)
    print(`  ${`${name} ${usage}`.trimEnd()}\n      ${summary}`)
  print(
    '\nIt takes the settings of the portal from the environment. Exit code: 0; 1 where something is not as it',
  )
  print('should be; 2 where the command could not be carried out; 130 where it was interrupted.')
}

const run = async ([name, ...args]: string[]): Promise<number> => {
  if (name === undefined || name === '--help' || name === 'help') {
    help()
    return name === undefined ? 2 : 0
  }
  const command = commands.find((each) => each.name === name)
  if (!command) throw new StartError(`There is no command ${name}. See ${program} --help.`)
  if (args.includes('--help')) {
    print(`usage: ${program} ${name} ${command.usage}\n${command.summary}.`)
    return 0
  }
  return command.run(args).catch((error) => {
    if (!(error instanceof UsageError) && !String(error.code).startsWith('ERR_PARSE_ARGS')) throw error
    throw new StartError(`${error.message}\nusage: ${program} ${name} ${command.usage}`)
  })
}

// Shells report this code for a program that Ctrl-C has ended.
export const interruptedCode = 130

/** Runs the command that these arguments name. Explains a failure on standard error. Returns the exit code. */
export const runCommandLine = async (args: string[]): Promise<number> => {
  try {
    return await run(args)
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`)
    return error instanceof Interrupted ? interruptedCode : 2
  }
}
