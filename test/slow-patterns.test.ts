import { expect, test } from 'vitest'
import { findSlowPatterns } from '../scripts/slow-patterns.ts'

const problemsIn = (text: string) => findSlowPatterns('file.ts', text).length

test.each([
  ['that nests repetitions', 'const p = /^(a+)+$/'],
  ['that finds the end of a run', String.raw`const p = /\d+$/`],
  ['of two runs that share characters', String.raw`const p = /^\s*.*\s*$/`],
  ['that is put together at run time', 'const p = new RegExp(name)'],
])('refuses an expression %s, unless a comment says why it is linear', (_what, code) => {
  expect(problemsIn(code)).toBe(1)
  expect(problemsIn(`// What it reads.\n${code}`)).toBe(1)
  expect(problemsIn(`// It is linear for a name, which has at most 200 characters.\n${code}`)).toBe(0)
})

test('accepts an expression that is linear', () => {
  expect(
    problemsIn(String.raw`const p = /^\d{4}-\d\d$/; const q: RegExp = /[a-z]+(?=x)/y; const r = 8 / 4 / 2`),
  ).toBe(0)
})
