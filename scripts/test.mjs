// npm test. Runs all checks and tests but the slow ones, those that fail soonest first. Ends with one line of counts.
// npm run test:slow. Runs the slow ones: `*.slow.test.ts` starts, freezes and kills whole processes, and `*.slow.spec.ts` opens all screens.
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compileCache, prepare, projectNode, root, runsInProjectNode } from './prepare.mjs'
import { readPlaywright, readVitest, sum } from './test-reports.mjs'

prepare({ development: true, client: false })

const isSlow = process.argv.includes('--slow')
const { vitest, playwright } = isSlow
  ? {
      vitest: { name: 'Tests of processes', projects: ['--project=slow'] },
      playwright: { name: 'Screens', projects: ['--project=slow'] },
    }
  : {
      vitest: { name: 'Unit and integration tests', projects: ['--project=!slow'] },
      playwright: {
        name: 'Browser tests',
        projects: ['--project=other browsers', '--project=headless shell'],
      },
    }
// With these hooks, the runners and Playwright's workers load the modules of the portal in half the time.
const quickImports = ['--import', new URL('../server/quick-imports.ts', import.meta.url).href]

if (runsInProjectNode()) await runAll()
else {
  const args = [fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  process.exit(spawnSync(projectNode, args, { stdio: 'inherit' }).status ?? 1)
}

async function runAll() {
  const programs = await findOrInstallPrograms().catch((error) => {
    console.error(error.message)
    process.exit(1)
  })
  const reports = mkdtempSync(join(tmpdir(), 'partner-portal-test-'))
  const vitestReport = join(reports, 'vitest.json')
  const playwrightReport = join(reports, 'playwright.json')
  const environment = {
    ...process.env,
    ...programs,
    NODE_COMPILE_CACHE: compileCache,
    PLAYWRIGHT_JSON_OUTPUT_FILE: playwrightReport,
    // Otherwise Playwright would translate the thousand modules that its tests import, which Node can run as they are.
    PW_DISABLE_TS_ESM: '1',
    TMPDIR: process.env.TMPDIR ?? memoryFolder() ?? tmpdir(),
  }

  const begun = performance.now()
  const results = []
  // No check writes what another reads. Their output is printed in the order of the list.
  const checkAll = async (checks) => {
    const runs = checks.map(([name, args]) => ({ name, done: run(args, environment, { capture: true }) }))
    for (const { name, done } of runs) {
      const { passed, output } = await done
      process.stdout.write(`\n— ${name}\n${output}`)
      results.push({ name, passed: passed ? 1 : 0, failed: passed ? 0 : 1 })
    }
  }
  const suite = async (name, args, report, readReport) => {
    process.stdout.write(`\n— ${name}\n`)
    const suiteBegun = performance.now()
    const { passed, output } = await run(args, environment)
    const time = secondsSince(suiteBegun)
    const { tests, ...counted } = readReport(report)
    printSlowest(tests)
    // A run that fails without a failed test, or that runs no test, counts as failed.
    if ((!passed || counted.passed === 0) && counted.failed === 0) counted.failed = 1
    results.push({ name, ...counted, time, errors: output })
  }

  const checks = [
    ['Format and lint', ['@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.']],
    ['Types', ['typescript/bin/tsc', '--noEmit', '--checkers', '1']],
    ['Structure', [join(root, 'scripts/check-structure.mjs')]],
    ['Patterns', [join(root, 'scripts/check-patterns.mjs')]],
    ['Lock file', [join(root, 'scripts/complete-lock.mjs'), '--check']],
    ['Licenses', [join(root, 'scripts/check-licenses.mjs')]],
    ['Unused code', ['knip/bin/knip.js']],
  ]
  // The checks do not need the built client, and neither the checks nor the build keep both cores busy.
  await checkAll([...(isSlow ? [] : checks), ['Client', [join(root, 'scripts/prepare-client.mjs')]]])
  await suite(
    vitest.name,
    [
      'vitest/vitest.mjs',
      'run',
      ...vitest.projects,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${vitestReport}`,
    ],
    vitestReport,
    readVitest,
  )
  await suite(
    playwright.name,
    ['@playwright/test/cli.js', 'test', '--reporter=list,json', ...playwright.projects],
    playwrightReport,
    readPlaywright,
  )
  rmSync(reports, { recursive: true, force: true })

  const total = (key) => results.reduce((sum, result) => sum + result[key], 0)
  // Print the failures once more, for readers who see only the end of the output.
  for (const { name, failed, errors } of results) {
    if (failed && errors) process.stdout.write(`\n— ${name}, what failed\n${lastLines(errors, 80)}\n`)
  }
  process.stdout.write('\n')
  for (const { name, passed, failed, time } of results) {
    const counts = `${passed} passed${failed ? `, ${failed} failed` : ''}`
    process.stdout.write(`${failed ? '✗' : '✓'} ${name}: ${counts}${time ? ` in ${time}` : ''}\n`)
  }
  process.stdout.write(`All of it took ${secondsSince(begun)}.\n`)
  process.stdout.write(`\n${total('passed')} passed, ${total('failed')} failed\n`)
  process.exit(total('failed') ? 1 : 0)
}

/**
 * Installs the missing programs that the tests use, and returns the paths of the browsers as the environment variables of the tests.
 * @throws Error with one line that names what to install when a program is missing or too old
 */
async function findOrInstallPrograms() {
  const { findOrInstallChromium } = await import('./chromium.mjs')
  const { findOrInstallClamd, findOrInstallFirefox, findOrInstallPdfPrograms } = await import(
    './debian-packages.mjs'
  )
  findOrInstallClamd()
  findOrInstallPdfPrograms()
  const { full, shell } = await findOrInstallChromium()
  return { CHROMIUM: full, CHROMIUM_SHELL: shell, FIREFOX: findOrInstallFirefox() }
}

/** Returns a folder in memory if it is large enough, because writing the many databases of the tests to a disk is slow. */
function memoryFolder() {
  const folder = '/dev/shm'
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > 4 * 2 ** 30 ? folder : undefined
  } catch {
    return undefined
  }
}

/**
 * Runs a script of the project or of a package. With `capture`, returns the output; otherwise the output goes to the terminal, and `output`
 * is only what the script wrote to stderr.
 */
function run([script, ...args], env, { capture = false } = {}) {
  const path = script.startsWith(root) ? script : join(root, 'node_modules', script)
  const stdio = ['ignore', capture ? 'pipe' : 'inherit', 'pipe']
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [...quickImports, path, ...args], { cwd: root, stdio, env })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk))
    if (!capture) child.stderr.pipe(process.stderr, { end: false })
    child.on('close', (code) => resolve({ passed: code === 0, output }))
  })
}

function secondsSince(begun) {
  return `${Math.round((performance.now() - begun) / 1000)} s`
}

function lastLines(text, count) {
  return text.trimEnd().split('\n').slice(-count).join('\n')
}

/** Prints the ten slowest files and tests with their shares of the time of all tests. */
function printSlowest(tests) {
  const totalMs = sum(tests.map(({ durationMs }) => durationMs))
  const print = (what, timed) => {
    process.stdout.write(`\nSlowest ${what}:\n`)
    for (const { name, durationMs } of timed.toSorted((a, b) => b.durationMs - a.durationMs).slice(0, 10)) {
      const seconds = (durationMs / 1000).toFixed(1).padStart(7)
      const share = ((100 * durationMs) / totalMs).toFixed(1).padStart(5)
      process.stdout.write(`${seconds} s ${share} %  ${name}\n`)
    }
  }
  const files = Object.entries(Object.groupBy(tests, ({ file }) => file))
  print(
    'files',
    files.map(([name, own]) => ({ name, durationMs: sum(own.map(({ durationMs }) => durationMs)) })),
  )
  print(
    'tests',
    tests.map(({ file, title, durationMs }) => ({ name: `${file} › ${title}`, durationMs })),
  )
}
