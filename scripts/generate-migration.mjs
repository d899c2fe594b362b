// npm run db:generate -- --name=what-changes. Writes the migration that leads from the newest snapshot of the schema to the schema as it is,
// and deletes the snapshots before the new one, which no migration compares with again.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { prepare, projectNode, root } from './prepare.mjs'

prepare({ development: true, client: false })
const generated = spawnSync(
  projectNode,
  [join(root, 'node_modules/drizzle-kit/bin.cjs'), 'generate', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
)

const meta = join(root, 'server/db/migrations/meta')
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'))
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name))
process.exit(generated.status ?? 1)
