import { expect, test } from 'vitest'
import { barsOf } from './chart-scale.ts'

const week = (nda: number, venue_partnership_agreement: number) => ({
  week: '2026-11-16T00:00:00.000Z',
  nda,
  venue_partnership_agreement,
})

test('the heights of bars are proportional to the highest week, with agreements stacked on NDAs', () => {
  const [high, low] = barsOf([week(3, 1), week(0, 2)])
  expect(high?.ndaPart).toEqual({ y: 37, height: 63 })
  expect(high?.agreementPart).toEqual({ y: 16, height: 21 })
  expect(low?.ndaPart.height).toBe(0)
  expect(low?.agreementPart).toEqual({ y: 58, height: 42 })
  expect([high?.total, low?.total]).toEqual([4, 2])
})

test('bars are evenly spaced and have the same width', () => {
  const bars = barsOf([week(1, 0), week(1, 0), week(1, 0), week(1, 0)])
  expect(bars.map(({ x, middle, width }) => [x, middle, width])).toEqual([
    [6.25, 12.5, 12.5],
    [31.25, 37.5, 12.5],
    [56.25, 62.5, 12.5],
    [81.25, 87.5, 12.5],
  ])
})

test('a week without signatures has no bar', () => {
  const bars = barsOf([week(0, 0), week(0, 0)])
  expect(bars.map(({ ndaPart, agreementPart }) => ndaPart.height + agreementPart.height)).toEqual([0, 0])
  expect(barsOf([])).toEqual([])
})
