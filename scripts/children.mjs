// Other processes on our terminal, and the ways in which they end.
import { spawn } from 'node:child_process'

/**
 * Runs commands ([file, ...arguments]) until one of them ends, then ends the others, and this process with the exit code
 * of the first. Signals are passed on.
 */
export function runTogether(commands) {
  endWithNpm()
  // In sessions of their own: Ctrl-C reaches them once, through us, and not a second time from the terminal.
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
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
    process.on(signal, () => {
      for (const child of children) child.kill(signal)
    })
  }
}

/**
 * npm passes a SIGTERM on to the shell between it and us; that one ends and does not tell us. So our shell's end counts as
 * a SIGTERM.
 */
export function endWithNpm() {
  if (!process.env.npm_lifecycle_event) return
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500)
  watch.unref()
}
