// Runs other processes on this terminal, and stops when they stop.
import { spawn } from 'node:child_process'

const parentCheckMs = 500
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs commands ([file, ...arguments]) until one of them ends. Then ends the others, and exits with the exit code of the first.
 * Signals are passed on.
 */
export function runTogether(commands) {
  stopWithNpm()
  // Each child gets a session of its own, so that Ctrl-C reaches it only once, through this process.
  const options = { stdio: ['ignore', 'inherit', 'inherit'], detached: process.platform !== 'win32' }
  const children = commands.map(([file, ...args]) => spawn(file, args, options))
  let exitCode
  let running = children.length

  for (const child of children) {
    child.on('error', (error) => {
      console.error(`${child.spawnfile} does not run here: ${error.message}`)
      process.exit(1)
    })
    child.on('exit', (code) => {
      exitCode ??= code ?? 1
      running -= 1
      if (running === 0) process.exit(exitCode)
      for (const other of children) other.kill('SIGTERM')
    })
  }
  for (const signal of stopSignals) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal)
    })
  }
}

/**
 * Treats the end of the shell between npm and this process as a SIGTERM: npm passes a SIGTERM only to that shell, which
 * ends without passing it on.
 */
export function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, parentCheckMs)
  watch.unref()
}
