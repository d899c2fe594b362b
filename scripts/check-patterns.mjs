// node scripts/check-patterns.mjs. Fails when a regular expression of the product takes more than linear time for a text from outside.
// docs/architecture.md describes how to write an exception.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './prepare.mjs'
import { findSlowPatterns } from './slow-patterns.ts'

const files = globSync('{client,contract,packages,server}/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !/\.(?:test|spec)\.tsx?$/.test(file) && !/[\\/]test-[^\\/]*$/.test(file),
)
const problems = files.flatMap((file) =>
  findSlowPatterns(file, readFileSync(join(root, file), 'utf8')).map(
    ({ line, problem }) => `${file}:${line}: ${problem}: say in a comment above why it is linear, or mend it`,
  ),
)
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exit(problems.length > 0 ? 1 : 0)
