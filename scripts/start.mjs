// npm start. One script prepares and starts the portal: a shell that ran two scripts would remember the path of `node` from before the
// project's own was installed.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { runTogether, stopWithNpm } from './children.mjs'
import { compileCache, prepare, projectNode, runsInProjectNode } from './prepare.mjs'

prepare({ development: false, client: true })

if (runsInProjectNode()) {
  stopWithNpm()
  module.enableCompileCache(compileCache)
  await import('../server/main.ts')
} else {
  runTogether([[projectNode, ...process.execArgv, fileURLToPath(import.meta.url)]])
}
