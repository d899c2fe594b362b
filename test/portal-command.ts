import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const main = join(import.meta.dirname, '../server/command-line/main.ts')

/** Runs a command of `npm run portal` with just these settings, and returns its exit code and what it wrote. */
export const runPortalCommand = async (args: string[], settings: Record<string, string>) => {
  const env = { PATH: process.env.PATH, HOME: tmpdir(), ...settings }
  const child = spawn(process.execPath, [main, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
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
