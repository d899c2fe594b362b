// npm run test:peers [name…]. Tests the portal with software of the distribution, one program for each test file of peers/.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: true, client: true })

if (runsInProjectNode()) await runPeers(process.argv.slice(2))
else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.exit(spawnSync(projectNode, args, { stdio: 'inherit' }).status ?? 1)
}

/** Installs the programs of the given peers, or of all, and runs their tests. */
async function runPeers(requested) {
  const { findOrInstall } = await import('./debian-packages.mjs')
  const programs = JSON.parse(readFileSync(join(root, 'peers', 'programs.json'), 'utf8'))
  const names = readdirSync(join(root, 'peers'))
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => file.slice(0, -'.test.ts'.length))
  const unknown = requested.filter((name) => !names.includes(name))
  if (unknown.length > 0) {
    console.error(`There is no peer ${unknown.join(', ')}. There are: ${names.join(', ')}.`)
    process.exit(1)
  }
  const chosen = requested.length > 0 ? requested : names
  for (const name of chosen) {
    for (const [program, packageName] of Object.entries(programs[name] ?? {}))
      findOrInstall(program, packageName)
  }
  const files = chosen.map((name) => join(root, 'peers', `${name}.test.ts`))
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const { status } = spawnSync(
    projectNode,
    [vitest, 'run', '--config', join(root, 'peers/vitest.config.ts'), ...files],
    { cwd: root, stdio: 'inherit' },
  )
  process.exit(status ?? 1)
}
