import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export interface Started {
  /** The address of its `ready` line. */
  url: string
  /** From the start of the process to that line, in milliseconds. */
  readyMillis: number
  child: ChildProcess
  stop(): Promise<void>
}

/** Starts a script of the project, and waits for the JSON line on its output that says `ready`. */
export const startProcess = (script: string, environment: Record<string, string>): Promise<Started> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const child = spawn(process.execPath, [join(root, script)], {
      cwd: root,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exited = new Promise<void>((done) => child.once('exit', () => done()))
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      const line = output.split('\n').find((text) => text.includes('"msg":"ready"') && text.endsWith('}'))
      if (!line) return
      child.stdout.removeAllListeners('data').resume()
      resolve({
        url: (JSON.parse(line) as { url: string }).url,
        readyMillis: performance.now() - begun,
        child,
        stop: async () => {
          child.kill('SIGTERM')
          await exited
        },
      })
    })
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code} before it was ready`)))
  })
