import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createInstallation, newCookie } from '#test/installation.ts'
import { uploaderOf } from '#test/process-uploads.ts'
import { startServerProcess } from '#test/server-process.ts'

const timeoutMs = 180_000
const soon = { timeout: 60_000 }
const root = join(import.meta.dirname, '..')

const undo: (() => unknown)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step()
})

let environment: Record<string, string>
let cookie: string
beforeEach(async () => {
  const installation = await createInstallation()
  undo.push(installation.remove)
  environment = { ...installation.environment, SHUTDOWN_DELAY: '4' }
  cookie = await newCookie(installation.db, 'support')
})

const start = async (changes: Record<string, string> = {}) => {
  const server = await startServerProcess({ ...environment, ...changes })
  undo.push(() => server.child.kill('SIGKILL'))
  return server
}

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status
const isListening = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

describe('the server process', () => {
  test(
    'keeps serving for SHUTDOWN_DELAY but is not ready, and then finishes requests under way, however often SIGTERM comes, and if one Ctrl-C reaches it twice',
    async () => {
      const server = await start()
      const upload = await uploaderOf(server.url, cookie).hold(100_000)
      const stopped = server.stop('SIGTERM')
      for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGINT', 'SIGTERM'] as const) {
        await delay(20)
        server.child.kill(signal)
      }
      await expect.poll(() => readyz(server.url), soon).toBe(503)
      const response = await fetch(`${server.url}/healthz`)
      expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
      await expect.poll(() => isListening(server.url), soon).toBe(false)
      expect(await upload.finish()).toBe(204)
      expect(await stopped).toBe(0)
      expect(server.output()).not.toContain('stopped with requests')
    },
    timeoutMs,
  )

  test(
    'ends immediately at a second Ctrl-C',
    async () => {
      const server = await start({ SHUTDOWN_DELAY: '0' })
      await uploaderOf(server.url, cookie).hold(100_000)
      const stopped = server.stop('SIGINT')
      await expect.poll(() => isListening(server.url), soon).toBe(false)
      const pressing = setInterval(() => server.child.kill('SIGINT'), 1_500)
      expect(await stopped.finally(() => clearInterval(pressing))).toBe(1)
    },
    timeoutMs,
  )
})

interface Row {
  pid: number
  parent: number
  group: number
}

const listProcesses = (): Row[] =>
  execFileSync('ps', ['-eo', 'pid=,ppid=,pgid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => {
      const [pid = 0, parent = 0, group = 0] = line.trim().split(/\s+/).map(Number)
      return { pid, parent, group }
    })

/** Returns the ids of a process and of everything that it has started. */
const treeOf = (pid: number, all = listProcesses()): number[] => [
  pid,
  ...all.filter(({ parent }) => parent === pid).flatMap((child) => treeOf(child.pid, all)),
]

/** Starts the portal as an operator does, in its own process group as in a terminal. */
const npmStart = async () => {
  const path = `${process.env.PATH}:/usr/bin:/bin`
  const npm = spawn('npm', ['start'], {
    cwd: root,
    env: { HOME: process.env.HOME, PATH: path, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  let output = ''
  for (const stream of [npm.stdout, npm.stderr])
    stream.on('data', (chunk) => {
      output += chunk
    })
  const find = () => /"url":"([^"]+)".*"msg":"ready"/.exec(output)?.[1]
  await expect.poll(find, { timeout: timeoutMs }).toBeDefined()
  const pids = treeOf(npm.pid ?? 0)
  const groups = listProcesses()
    .filter(({ pid }) => pids.includes(pid))
    .map(({ group }) => group)
  const isRunning = () => listProcesses().some(({ pid }) => pids.includes(pid))
  undo.push(() => {
    for (const { pid } of listProcesses()) if (pids.includes(pid)) process.kill(pid, 'SIGKILL')
  })
  return {
    npm,
    url: find() ?? '',
    pids,
    groups,
    isRunning,
    ended: once(npm, 'exit') as Promise<[number | null]>,
  }
}

type Started = { npm: ChildProcess; pids: number[] }

describe('npm start', () => {
  test.each<[string, (started: Started) => void]>([
    ['Ctrl-C, which the whole process group gets', ({ npm }) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
    ['SIGTERM to npm alone, as of systemd with KillMode=mixed', ({ npm }) => npm.kill('SIGTERM')],
    [
      'SIGTERM to each process, as of systemd with KillMode=control-group, and to the process group',
      ({ pids }) => {
        for (const pid of pids) process.kill(pid, 'SIGTERM')
      },
    ],
  ])(
    'stops gently at %s, and npm ends last',
    async (_way, signal) => {
      const started = await npmStart()
      // All processes are in one group, so a signal to the group reaches each of them.
      expect(new Set(started.groups)).toEqual(new Set([started.npm.pid]))
      const upload = await uploaderOf(started.url, cookie).hold(100_000)
      signal(started)
      await expect.poll(() => readyz(started.url), soon).toBe(503)
      await expect.poll(() => isListening(started.url), soon).toBe(false)
      // If npm ended earlier, systemd would kill the other processes.
      expect(started.npm.exitCode ?? started.npm.signalCode).toBeNull()
      expect(await upload.finish()).toBe(204)
      await started.ended
      await expect.poll(started.isRunning, soon).toBe(false)
    },
    timeoutMs,
  )
})
