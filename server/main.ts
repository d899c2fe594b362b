import './quick-imports.ts'
import { StartError } from './start-error.ts'

// A dynamic import, because static imports would all be loaded before the hook above is registered.
const { startServer } = await import('./server.ts')

// A terminal sends Ctrl-C to the whole process group, and npm forwards it once more.
const repeatMs = 1_000

/** Stops gracefully on the first signal. Only a second Ctrl-C exits at once, because supervisors and npm send SIGTERM more than once. */
const stopOnSignal = (stop: () => Promise<void>) => {
  let isStopping = false
  const stopOnce = () => {
    if (isStopping) return
    isStopping = true
    stop().then(
      () => process.exit(0),
      (error) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  let interruptedAt: number | undefined
  process.on('SIGTERM', stopOnce)
  process.on('SIGINT', () => {
    const now = performance.now()
    interruptedAt ??= now
    if (now - interruptedAt > repeatMs) process.exit(1)
    stopOnce()
  })
}

try {
  const server = await startServer(process.env)
  stopOnSignal(server.stop)
  for (const line of server.startupMessages) process.stdout.write(`${line}\n`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
