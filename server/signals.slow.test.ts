import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
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

const installation = await createInstallation()
afterAll(installation.remove)
const cookie = await newCookie(installation.db, 'support')
const environment = { ...installation.environment, SHUTDOWN_DELAY: '4' }

const readyz = async (url: string) => (await fetch(`${url}/readyz`)).status
const isListening = (url: string) =>
  fetch(`${url}/healthz`).then(
    () => true,
    () => false,
  )

describe('the server process', () => {
  test(
    'ends immediately at a second Ctrl-C',
    async () => {
      const server = await startServerProcess({ ...environment, SHUTDOWN_DELAY: '0' })
      undo.push(() => server.child.kill('SIGKILL'))
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
    output: () => output,
    pids,
    groups,
    isRunning,
    ended: once(npm, 'exit') as Promise<[number | null]>,
  }
}

type Started = { npm: ChildProcess; pids: number[] }

/** Sends the signals that reach a server when several parents pass them on, and when one Ctrl-C reaches it twice. */
const sendOften = async (pid: number) => {
  for (const signal of ['SIGTERM', 'SIGTERM', 'SIGINT', 'SIGINT', 'SIGTERM'] as const) {
    await delay(20)
    process.kill(pid, signal)
  }
}

describe('npm start', () => {
  test.each<[string, (started: Started) => unknown]>([
    ['Ctrl-C, which the whole process group gets', ({ npm }) => process.kill(-(npm.pid ?? 0), 'SIGINT')],
    ['SIGTERM to npm alone, as of systemd with KillMode=mixed', ({ npm }) => npm.kill('SIGTERM')],
    [
      'SIGTERM to each process, as of systemd with KillMode=control-group, however often signals come',
      ({ pids }) => {
        for (const pid of pids) process.kill(pid, 'SIGTERM')
        return sendOften(pids.at(-1) ?? Number.NaN)
      },
    ],
  ])(
    'at %s, serves for SHUTDOWN_DELAY but is not ready, then finishes requests under way, and npm ends last',
    async (_way, signal) => {
      const started = await npmStart()
      // All processes are in one group, so a signal to the group reaches each of them.
      expect(new Set(started.groups)).toEqual(new Set([started.npm.pid]))
      const upload = await uploaderOf(started.url, cookie).hold(100_000)
      await signal(started)
      await expect.poll(() => readyz(started.url), soon).toBe(503)
      const response = await fetch(`${started.url}/healthz`)
      expect([response.status, response.headers.get('connection')]).toEqual([200, 'close'])
      await expect.poll(() => isListening(started.url), soon).toBe(false)
      // If npm ended earlier, systemd would kill the other processes.
      expect(started.npm.exitCode ?? started.npm.signalCode).toBeNull()
      expect(await upload.finish()).toBe(204)
      await started.ended
      expect(started.output()).not.toContain('stopped with requests')
      await expect.poll(started.isRunning, soon).toBe(false)
    },
    timeoutMs,
  )
})
