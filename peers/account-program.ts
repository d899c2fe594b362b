import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chooseAccount } from '#packages/embedded-postgres/embedded-postgres.ts'

const log = { info: () => {}, warn: () => {}, error: () => {} }
// PostgreSQL and PgBouncer refuse to run as root.
const account = await chooseAccount('partner-portal', undefined, log)
const ids = account ? { uid: account.uid, gid: account.gid } : {}

/** The name of the account that runs the programs. */
export const accountName = account?.name ?? userInfo().username

/** Creates a folder that the account owns. `writeFile` adds a file that only the account may read, and returns its path. */
export const createAccountFolder = (name: string, parent = tmpdir()) => {
  const path = mkdtempSync(join(parent, `${name}-`))
  const own = (file: string) => account && chownSync(file, account.uid, account.gid)
  own(path)
  return {
    path,
    writeFile: (name: string, text: string) => {
      const file = join(path, name)
      writeFileSync(file, text, { mode: 0o600 })
      own(file)
      return file
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** Runs a program of the distribution to its end, as the account. @throws Error with its output when the program fails */
export const runAsAccount = (program: string, args: string[]) => {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd: '/', encoding: 'utf8', ...ids })
  if (status !== 0) throw new Error(`${program} ended with ${status}:\n${stdout}${stderr}`)
}

/**
 * Starts a program as the account and waits until the program listens on a port of 127.0.0.1. `stop` ends the program with a signal.
 * @throws Error with the output of a program that ends before it listens
 */
export const startAsAccount = async (program: string, args: string[], port: number) => {
  const child = spawn(program, args, { cwd: '/', stdio: ['ignore', 'pipe', 'pipe'], ...ids })
  const ended = once(child, 'exit')
  const chunks: Buffer[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => chunks.push(chunk))
  const output = () => Buffer.concat(chunks).toString()
  while (!(await isListening(port))) {
    if (hasEnded(child)) throw new Error(`${program} ended with ${child.exitCode}:\n${output()}`)
    await delay(20)
  }
  return {
    pid: Number(child.pid),
    output,
    stop: async (signal: NodeJS.Signals) => {
      if (!hasEnded(child)) child.kill(signal)
      await ended
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('connect', () => socket.destroy())
  })

/** Returns a port of 127.0.0.1 on which nothing listens now. */
export const findFreePort = async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
