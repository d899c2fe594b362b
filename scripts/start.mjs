// npm start. One script does it all: a shell that ran one after the other would remember where it found `node` before
// the project's own was installed.
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endWithNpm, runTogether } from './children.mjs'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: false, client: true })

if (runsInProjectNode()) {
  endWithNpm()
  // Types are stripped once, not at every start.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'node'))
  await import('../server/main.ts')
} else {
  runTogether([[projectNode, ...process.execArgv, fileURLToPath(import.meta.url)]])
}
