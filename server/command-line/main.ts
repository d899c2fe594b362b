// npm run portal -- <command>: reads the same settings as the portal.
import '../quick-drizzle.ts'

const { interruptedCode, runCommandLine } = await import('./run.ts')
const { explainFailure } = await import('./explain-failure.ts')

let outputError: (Error & { code?: string }) | undefined
process.stdout.on('error', (error) => {
  outputError ??= error
})

let code = await runCommandLine(process.argv.slice(2))
// Work that was interrupted, and a reader that reads no more, would keep the process.
if (code === interruptedCode) process.exit(code)
await new Promise((resolve) => process.stdout.write('', resolve))
// A reader that has seen enough, such as `head`, is no failure of the command.
if (outputError && outputError.code !== 'EPIPE' && code !== 2) {
  process.stderr.write(`${explainFailure(outputError)}\n`)
  code = 2
}
process.exitCode = code
