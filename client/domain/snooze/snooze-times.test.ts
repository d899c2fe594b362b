import { expect, test } from 'vitest'
import { snoozeChoices } from './snooze-times.ts'

const choices = (now: Date) =>
  snoozeChoices(now).map(({ label, until }) => [label, until.toLocaleString('sv-SE').slice(0, 16)])

test('snoozes for three hours, until tomorrow morning, or until Monday morning', () => {
  expect(choices(new Date(2026, 10, 25, 14, 25))).toEqual([
    ['Later today', '2026-11-25 17:00'],
    ['Tomorrow morning', '2026-11-26 09:00'],
    ['Next week', '2026-11-30 09:00'],
  ])
  expect(choices(new Date(2026, 10, 30, 8)).at(-1)).toEqual(['Next week', '2026-12-07 09:00'])
})

test('offers no later time late in the evening, and no Monday on Sunday', () => {
  expect(choices(new Date(2026, 11, 31, 21, 5)).map(([label]) => label)).toEqual([
    'Tomorrow morning',
    'Next week',
  ])
  expect(choices(new Date(2026, 10, 29, 12)).map(([label]) => label)).toEqual([
    'Later today',
    'Tomorrow morning',
  ])
})
