// npm run portal -- <command>: reads the same settings as the portal.
import '../quick-drizzle.ts'

const { runCommandLine } = await import('./run.ts')

// A reader that has seen enough, such as `head`.
process.stdout.on('error', (error: Error & { code?: string }) => {
  if (error.code !== 'EPIPE') throw error
})

process.exitCode = await runCommandLine(process.argv.slice(2))
