// Reads the reports of the test runners: how many tests passed and failed, and how long each took.
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from './prepare.mjs'

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return {}
  }
}

/** Returns the counts and tests of a report of Vitest; nothing if it was not written. A skipped test proves nothing, so it counts as failed. */
export function readVitest(report) {
  const { numPassedTests = 0, numTotalTests = 0, testResults = [] } = read(report)
  const tests = testResults.flatMap(({ name, assertionResults }) =>
    assertionResults.map(({ fullName, duration = 0 }) => ({
      file: relative(root, name),
      title: fullName,
      durationMs: duration,
    })),
  )
  return { passed: numPassedTests, failed: numTotalTests - numPassedTests, tests }
}

/** Returns the counts and tests of a report of Playwright; nothing if it was not written. A flaky test counts as failed. */
export function readPlaywright(report) {
  const { stats = {}, suites = [] } = read(report)
  const { expected = 0, unexpected = 0, flaky = 0, skipped = 0 } = stats
  const testsOf = (suite) => [
    ...(suite.suites ?? []).flatMap(testsOf),
    ...(suite.specs ?? []).map((spec) => ({
      file: `e2e/${spec.file}`,
      title: spec.title,
      durationMs: sum(spec.tests.flatMap(({ results }) => results.map(({ duration }) => duration))),
    })),
  ]
  return { passed: expected, failed: unexpected + flaky + skipped, tests: suites.flatMap(testsOf) }
}

/** Returns the sum of numbers. */
export function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0)
}
