import './quick-drizzle.ts'
import { StartError } from './start-error.ts'

// Not a static import: those are all loaded before the one above has run.
const { startServer } = await import('./server.ts')

// A second signal means that the person does not want to wait.
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
