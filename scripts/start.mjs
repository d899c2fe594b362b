// npm start. One script does it all: a shell that ran one after the other would remember where it found `node` before
// the project's own was installed.
import { spawn } from 'node:child_process'
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: false, client: true })

if (runsInProjectNode()) {
  // Types are stripped once, not at every start.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'node'))
  await import('../server/main.ts')
} else {
  startAgainInProjectNode()
}

function startAgainInProjectNode() {
  const child = spawn(projectNode, [fileURLToPath(import.meta.url)], { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => {
    console.error(`The project's own Node does not run here (${error.message}).`)
    process.exit(1)
  })
  child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 1)))
}
