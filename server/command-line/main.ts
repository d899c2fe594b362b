// This is `npm run portal -- <command>`, which reads the same settings as the portal.
import '../quick-imports.ts'

const { interruptedCode, runCommandLine } = await import('./run.ts')
const { explainFailure } = await import('./explain-failure.ts')

let outputError: (Error & { code?: string }) | undefined
process.stdout.on('error', (error) => {
  outputError ??= error
})

let code = await runCommandLine(process.argv.slice(2))
// Interrupted work, or a reader that has stopped reading, would keep the process alive.
if (code === interruptedCode) process.exit(code)
await new Promise((resolve) => process.stdout.write('', resolve))
// When a reader such as `head` has seen enough, the command has not failed.
if (outputError && outputError.code !== 'EPIPE' && code !== 2) {
  process.stderr.write(`${explainFailure(outputError)}\n`)
  code = 2
}
process.exitCode = code
