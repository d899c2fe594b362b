import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rounds, startRandom, startSeed } from './rounds.ts'

beforeEach(() => {
  for (const name of ['LONG', 'ROUNDS', 'SEED']) vi.stubEnv(name, undefined)
  vi.spyOn(console, 'debug').mockImplementation(() => {})
})
afterEach(() => {
  vi.unstubAllEnvs()
  vi.mocked(console.debug).mockRestore()
})

const draw = () => {
  const random = startRandom()
  return Array.from({ length: 1_000 }, () => random(40))
}

test('faults are repeated as often as ROUNDS, LONG or neither asks for', () => {
  const choice = { short: 2, long: 50 }
  expect(rounds(choice)).toBe(2)
  vi.stubEnv('LONG', '1')
  expect(rounds(choice)).toBe(50)
  vi.stubEnv('ROUNDS', '7')
  expect(rounds(choice)).toBe(7)
})

test('a printed seed gives the same numbers again, and without a seed the numbers differ', () => {
  const numbers = draw()
  expect(new Set(numbers).size).toBe(40)
  expect(draw()).not.toEqual(numbers)
  const [line = ''] = vi.mocked(console.debug).mock.calls[0] ?? []
  vi.stubEnv('SEED', String(line).replace('SEED=', ''))
  expect(draw()).toEqual(numbers)
})

test('a seed of npm test is the same each time, and another one in a long run', () => {
  expect(startSeed({ short: 5 })).toBe(5)
  vi.stubEnv('LONG', '1')
  expect(startSeed({ short: 5 })).not.toBe(5)
  vi.stubEnv('SEED', '7')
  expect(startSeed({ short: 5 })).toBe(7)
})
