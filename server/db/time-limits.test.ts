import { expect, test } from 'vitest'
import { connectTimeoutOf } from './time-limits.ts'

test.each([
  ['postgres://user:password@db/portal', 3_000],
  ['postgres://db/portal?connect_timeout=20&sslmode=disable', 20_000],
  ['postgres://db/portal?connect_timeout=0', 3_000],
  ['postgres://db/portal?connect_timeout=soon', 3_000],
  [undefined, 3_000],
])('a connection by %s may take %i ms', (url, ms) => {
  expect(connectTimeoutOf(url)).toBe(ms)
})
