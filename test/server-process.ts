import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** Makes a process of the portal start as quickly as with `npm start`: Node finds its compiled code in this folder. */
export const quickStart = { NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/node') }

export interface ServerProcess {
  /** The address in the `ready` line of the log. */
  url: string
  /** The time from the start of the process to the `ready` line, in milliseconds. */
  readyMs: number
  child: ChildProcess
  /** Returns the output so far. */
  output: () => string
  /** Ends the process with a signal and returns its exit code, null when the signal itself ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** The error of a server that exited before it was ready, with its output. */
export class EndedEarly extends Error {
  readonly code: number | null
  readonly output: string
  constructor(code: number | null, output: string) {
    super(`the server ended with ${code} before it was ready:\n${output}`)
    this.code = code
    this.output = output
  }
}

/**
 * Starts a script of the project as a process, with only this environment, and waits for its JSON log line `ready`.
 * `under` is a program that runs the script, such as one that limits it.
 * @throws EndedEarly
 */
export const startServerProcess = async (
  environment: Record<string, string>,
  script = 'server/main.ts',
  under: readonly string[] = [],
): Promise<ServerProcess> => {
  const begun = performance.now()
  const [program = '', ...args] = [...under, process.execPath, '--max-semi-space-size=8', join(root, script)]
  const child = spawn(program, args, {
    cwd: root,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...quickStart, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = once(child, 'exit') as Promise<[number | null]>
  const chunks: Buffer[] = []
  const output = () => Buffer.concat(chunks).toString()
  const ready = new Promise<string>((resolve) => {
    let isReady = false
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        // Searching all later output of a benchmark's server would slow the benchmark down.
        if (isReady) return
        const url = /^\{.*"url":"([^"]+)".*"msg":"ready"\}$/m.exec(output())?.[1]
        if (!url) return
        isReady = true
        resolve(url)
      })
    }
  })
  const url = await Promise.race([
    ready,
    ended.then(([code]) => Promise.reject(new EndedEarly(code, output()))),
  ])
  return {
    url,
    readyMs: performance.now() - begun,
    child,
    output,
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal)
      const [code] = await ended
      return code
    },
  }
}

/** Signs in with a demo account and returns its session cookie as a request header. */
export const demoCookie = async (url: string, email: string) => {
  const response = await fetch(`${url}/api/login?as=${email}`, { redirect: 'manual' })
  const [cookie = ''] = response.headers.getSetCookie()
  return cookie.split(';')[0] ?? ''
}
