// npm run test:browsers [firefox|webkit]. Runs the main journeys in the browsers of the distribution.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: true, client: true })

if (runsInProjectNode()) await runJourneys(process.argv.slice(2))
else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.exit(spawnSync(projectNode, args, { stdio: 'inherit' }).status ?? 1)
}

/** Installs the browsers, and runs the journeys in the named ones, or in all. */
async function runJourneys(names) {
  const { findOrInstallFirefox, findOrInstallWebKit } = await import('./debian-packages.mjs')
  const env = { ...process.env, FIREFOX: findOrInstallFirefox() }
  if (names.length === 0 || names.includes('webkit')) findOrInstallWebKit()
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  const config = ['--config', join(root, 'browsers/playwright.config.ts')]
  const projects = names.map((name) => `--project=${name}`)
  const args = [playwright, 'test', ...config, ...projects, '--reporter=list']
  process.exit(spawnSync(projectNode, args, { cwd: root, stdio: 'inherit', env }).status ?? 1)
}
