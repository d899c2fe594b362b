// npm run portal -- <command>. Lists the commands with npm run portal -- --help.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { compileCache, prepare, projectNode, root } from './prepare.mjs'

prepare({ development: false, client: false })
const script = join(root, 'server/command-line/main.ts')
// The command shares this process's group, so that Ctrl-C reaches it. This process waits until the command has cleaned up.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {})
const { status } = spawnSync(projectNode, [script, ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { NODE_COMPILE_CACHE: compileCache, ...process.env },
})
process.exit(status ?? 1)
