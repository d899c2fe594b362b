import './quick-drizzle.ts'
import { StartError } from './start-error.ts'

// A dynamic import, because static imports would all be loaded before the hook above is registered.
const { startServer } = await import('./server.ts')

// A second signal exits at once.
const stopOnSignal = (stop: () => Promise<void>) => {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      stop().then(
        () => process.exit(0),
        (error) => {
          console.error(error)
          process.exit(1)
        },
      )
    })
  }
}

try {
  const server = await startServer(process.env)
  stopOnSignal(server.stop)
  for (const line of server.startupMessages) process.stdout.write(`${line}\n`)
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exit(1)
}
