import { expect, test } from 'vitest'
import { signatureDayProblem } from './signature-day.ts'

const now = new Date('2026-11-21T12:00:00Z')
const problem = "Enter today's date: by the portal's clock it is November 21, 2026"

test.each([
  ['2020-11-21', problem],
  ['2026-11-19', problem],
  ['2026-11-20', undefined],
  ['2026-11-22', undefined],
  ['2026-11-23', problem],
  ['2199-11-21', problem],
])('a signature on November 21 that is dated %s: %s', (day, expected) => {
  expect(signatureDayProblem('signatureDate', day, now)).toBe(expected)
  expect(signatureDayProblem('partnershipSignatureDate', day, now)).toBe(expected)
  expect(signatureDayProblem('ndaDate', day, now)).toBeUndefined()
})
