import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommandLine } from '#server/command-line/run.ts'
import { quickStart } from './server-process.ts'

const main = join(import.meta.dirname, '../server/command-line/main.ts')

/** The beginning of a command line that runs a portal command in a shell. */
export const commandLine = `'${process.execPath}' '${main}'`

/** Starts a command of `npm run portal` as a process with just these settings. */
export const startPortalCommand = (args: string[], settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, HOME: tmpdir(), ...quickStart, ...settings }
  return spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
}

/** Runs a command of `npm run portal` as a process, and returns its exit code and what it wrote. */
export const runPortalCommand = async (args: string[], settings: Record<string, string>) => {
  const child = startPortalCommand(args, settings)
  const read = async (stream: NodeJS.ReadableStream) => {
    stream.setEncoding('utf8')
    let text = ''
    for await (const chunk of stream) text += chunk
    return text
  }
  const [output, errors, [code]] = await Promise.all([
    read(child.stdout),
    read(child.stderr),
    once(child, 'close'),
  ])
  return { code: code as number | null, output, errors }
}

const capture = (stream: NodeJS.WriteStream) => {
  const { write } = stream
  let text = ''
  stream.write = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  return {
    text: () => text,
    release: () => {
      stream.write = write
    },
  }
}

/**
 * Does what `runPortalCommand` does, but in the process of the test, which saves the second that a process needs to start. Another test
 * for each command runs a process, to prove that the command reads the environment, exits by itself, and exits with the right code.
 */
export const callPortalCommand = async (args: string[], settings: Record<string, string>) => {
  const { env } = process
  const [output, errors] = [capture(process.stdout), capture(process.stderr)]
  process.env = { PATH: env.PATH, HOME: tmpdir(), ...settings }
  try {
    const code = await runCommandLine(args)
    return { code, output: output.text(), errors: errors.text() }
  } finally {
    process.env = env
    output.release()
    errors.release()
  }
}
