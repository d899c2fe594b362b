// npm run test:long [path…]. Runs the tests with random faults in full, of which `npm test` runs a sample: each file that imports
// test/rounds.ts, or those whose path contains one of the words. Ends with one line of counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: true, client: true })

if (runsInProjectNode()) await runLong(process.argv.slice(2))
else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.exit(spawnSync(projectNode, args, { stdio: 'inherit' }).status ?? 1)
}

async function runLong(words) {
  const { findOrInstallPdfPrograms } = await import('./debian-packages.mjs')
  findOrInstallPdfPrograms()
  const files = ['contract', 'packages', 'server', 'client']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => file.endsWith('.test.ts'))
    .filter((file) => readFileSync(join(root, file), 'utf8').includes('test/rounds.ts'))
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  if (chosen.length === 0) {
    console.error(`No file is called so. There are: ${files.join(', ')}.`)
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'partner-portal-long-'))
  const report = join(folder, 'vitest.json')
  const vitest = join(root, 'node_modules/vitest/vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const { status } = spawnSync(projectNode, [vitest, 'run', ...reporters, ...chosen], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, LONG: '1' },
  })
  const { passed, failed } = count(report)
  rmSync(folder, { recursive: true, force: true })
  // A run that fails without a failed test, or that runs no test, counts as failed.
  const hasFailed = status !== 0 || passed === 0
  process.stdout.write(`\n${passed} passed, ${failed || Number(hasFailed)} failed\n`)
  process.exit(hasFailed || failed > 0 ? 1 : 0)
}

/** Counts the tests that passed and failed. A skipped test proves nothing, so it counts as failed. */
function count(report) {
  try {
    const { numPassedTests, numTotalTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
