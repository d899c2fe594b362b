// npm run test:long [path…]. Runs the tests in full of which `npm test` runs a sample, such as those with random faults: each file that
// imports test/rounds.ts, and the tests of components with React's development build, whose warnings fail them; or those of these files
// whose path contains one of the words. Ends with one line of counts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'
import { readPlaywright, readVitest, sum } from './test-reports.mjs'

prepare({ development: true, client: true })

if (runsInProjectNode()) await runLong(process.argv.slice(2))
else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.exit(spawnSync(projectNode, args, { stdio: 'inherit' }).status ?? 1)
}

async function runLong(words) {
  const { findOrInstallPdfPrograms } = await import('./debian-packages.mjs')
  findOrInstallPdfPrograms()
  const files = ['contract', 'packages', 'server', 'client', 'e2e']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true }).map((name) => join(folder, name)),
    )
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .filter(
      (file) => isOfComponents(file) || readFileSync(join(root, file), 'utf8').includes('test/rounds.ts'),
    )
  const chosen = files.filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
  if (chosen.length === 0) {
    console.error(`No file is called so. There are: ${files.join(', ')}.`)
    process.exit(1)
  }
  const folder = mkdtempSync(join(tmpdir(), 'partner-portal-long-'))
  const env = { ...process.env, ...(await findBrowsers()), LONG: '1' }
  // A run that fails without a failed test, or that runs no test, counts as failed.
  const run = (args, report, readReport, environment = {}) => {
    const script = join(root, 'node_modules', args[0])
    const options = { cwd: root, stdio: 'inherit', env: { ...env, ...environment } }
    const { status } = spawnSync(projectNode, [script, ...args.slice(1)], options)
    const { passed, failed } = readReport(report)
    return { passed, failed: failed || Number(status !== 0 || passed === 0) }
  }
  const [journeys, others] = [chosen.filter(isJourney), chosen.filter((file) => !isJourney(file))]
  const [vitestReport, playwrightReport] = [join(folder, 'vitest.json'), join(folder, 'playwright.json')]
  const vitest = ['vitest/vitest.mjs', 'run', '--reporter=default', '--reporter=json']
  const playwright = ['@playwright/test/cli.js', 'test', '--reporter=list,json']
  const results = [
    others.length > 0 &&
      run([...vitest, `--outputFile.json=${vitestReport}`, ...others], vitestReport, readVitest),
    journeys.length > 0 &&
      run([...playwright, ...journeys], playwrightReport, readPlaywright, {
        PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
      }),
  ].filter(Boolean)
  rmSync(folder, { recursive: true, force: true })
  const [passed, failed] = [sum(results.map((each) => each.passed)), sum(results.map((each) => each.failed))]
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`)
  process.exit(failed > 0 ? 1 : 0)
}

function isOfComponents(file) {
  return file.includes('.browser.test.')
}

function isJourney(file) {
  return file.startsWith('e2e/')
}

async function findBrowsers() {
  const { findOrInstallChromium } = await import('./chromium.mjs')
  const { full, shell } = await findOrInstallChromium()
  return { CHROMIUM: full, CHROMIUM_SHELL: shell }
}
