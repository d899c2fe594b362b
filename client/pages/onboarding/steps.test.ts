import { expect, test } from 'vitest'
import { stepNumber, stepShown } from './steps.ts'

test.each([
  ['profile', 'welcome'],
  ['documents', 'documents'],
  ['completed', 'complete'],
] as const)('at the status %s a partner continues at the step %s', (status, step) => {
  expect(stepShown(status, null)).toBe(step)
})

test.each([
  ['profile', 'profile', 'profile'],
  ['documents', 'profile', 'profile'],
  ['documents', 'welcome', 'welcome'],
  ['completed', 'documents', 'documents'],
] as const)('at the status %s the step %s can be requested', (status, requested, step) => {
  expect(stepShown(status, requested)).toBe(step)
})

test.each([
  ['profile', 'documents', 'welcome'],
  ['profile', 'complete', 'welcome'],
  ['documents', 'complete', 'documents'],
  ['completed', 'profile', 'complete'],
  ['documents', 'nonsense', 'documents'],
] as const)('at the status %s the step %s cannot be requested', (status, requested, step) => {
  expect(stepShown(status, requested)).toBe(step)
})

test('steps are counted from 1', () => {
  expect(stepNumber('welcome')).toBe(1)
  expect(stepNumber('complete')).toBe(4)
})
