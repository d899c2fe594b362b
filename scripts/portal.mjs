// npm run portal -- <command>: see npm run portal -- --help.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compileCache, prepare, projectNode, root } from './prepare.mjs'

prepare({ development: false, client: false })
const script = join(root, 'server/command-line/main.ts')
// Not in a group of its own, so that Ctrl-C reaches it. This process waits until it has put away what it had begun.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
const { status } = spawnSync(projectNode, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
})
process.exit(status ?? 1)
