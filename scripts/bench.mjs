// npm run bench [name…]. Runs the benchmarks of bench/ one after the other. Each measures its own limit in the same run.
import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: true, client: true })

const requested = process.argv.slice(2)
const names = readdirSync(join(root, 'bench'))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.slice(0, -'.bench.ts'.length))
  .filter((name) => requested.length === 0 || requested.includes(name))

let failed = false
for (const name of names) {
  process.stdout.write(`\n— ${name}\n`)
  const { status } = spawnSync(projectNode, [join(root, 'bench', `${name}.bench.ts`)], { stdio: 'inherit' })
  failed ||= status !== 0
}
process.exit(failed ? 1 : 0)
