// npm run portal -- <command>: see npm run portal -- --help.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: false, client: false })
const script = join(root, 'server/command-line/main.ts')
// Not in a group of its own, so that Ctrl-C reaches it.
const { status } = spawnSync(projectNode, [script, ...process.argv.slice(2)], { stdio: 'inherit' })
process.exit(status ?? 1)
