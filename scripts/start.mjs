// npm start. One script for preparing and starting, because a shell that ran two would remember the path of `node` from
// before the project's own was installed.
import module from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runTogether, stopWithNpm } from './children.mjs'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: false, client: true })

if (runsInProjectNode()) {
  stopWithNpm()
  // So that types are stripped once, not at every start.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'node'))
  await import('../server/main.ts')
} else {
  runTogether([[projectNode, ...process.execArgv, fileURLToPath(import.meta.url)]])
}
