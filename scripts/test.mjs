// npm test. Everything that holds the project together, in the order in which it fails soonest; ends with one line
// that counts.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'

prepare({ development: true, client: true })

if (runsInProjectNode()) await runAll()
else process.exit(spawnSync(projectNode, [fileURLToPath(import.meta.url)], { stdio: 'inherit' }).status ?? 1)

async function runAll() {
  const { findOrInstallChromium } = await import('./chromium.mjs')
  const chromium = await findOrInstallChromium()
  const reports = mkdtempSync(join(tmpdir(), 'partner-portal-test-'))
  const vitestReport = join(reports, 'vitest.json')
  const playwrightReport = join(reports, 'playwright.json')
  const environment = { ...process.env, CHROMIUM: chromium, PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport }

  const results = []
  const check = async (name, args) => {
    process.stdout.write(`\n— ${name}\n`)
    const passed = await run(args, environment)
    results.push({ name, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })
  }
  const suite = async (name, args, count) => {
    process.stdout.write(`\n— ${name}\n`)
    const passed = await run(args, environment)
    const counted = count()
    // A run that fails without a failed test, or that ran none, has failed all the same.
    if ((!passed || counted.passed === 0) && counted.failed === 0) counted.failed = 1
    results.push({ name, ...counted })
  }

  await check('Format and lint', ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'])
  await check('Types', ['typescript/bin/tsc', '--noEmit'])
  await check('Structure', [join(root, 'scripts/check-structure.mjs')])
  await check('Lock file', [join(root, 'scripts/complete-lock.mjs'), '--check'])
  await check('Unused code', ['knip/bin/knip.js'])
  await suite(
    'Unit and integration tests',
    [
      'vitest/vitest.mjs',
      'run',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    () => countVitest(vitestReport),
  )
  await suite('Browser tests', ['@playwright/test/cli.js', 'test', '--reporter=list,json'], () =>
    countPlaywright(playwrightReport),
  )
  rmSync(reports, { recursive: true, force: true })

  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  process.stdout.write('\n')
  for (const { name, passed, failed } of results) {
    process.stdout.write(
      `${failed ? '✗' : '✓'} ${name}: ${passed} passed${failed ? `, ${failed} failed` : ''}\n`,
    )
  }
  process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`)
  process.exit(total('failed') ? 1 : 0)
}

function run([script, ...args], env) {
  const path = script.startsWith(root) ? script : join(root, 'node_modules', script)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path, ...args], {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env,
    })
    child.on('exit', (code) => resolve(code === 0))
  })
}

function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}

// A skipped test proves nothing: it counts as failed.
function countVitest(file) {
  const { numPassedTests = 0, numTotalTests = 0 } = readReport(file) ?? {}
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests }
}

function countPlaywright(file) {
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = readReport(file)?.stats ?? {}
  return { passed: expected, failed: unexpected + flaky + skipped }
}
