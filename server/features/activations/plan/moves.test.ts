import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planDueDate } from '#server/features/audience/membership/sets/due-date.ts'
import { startSeed } from '#test/rounds.ts'
import { movesOf } from './moves.ts'

const givenAt = new Date('2027-01-04T12:00:00Z')
const zones = ['America/New_York', 'Pacific/Chatham', 'Pacific/Apia', 'Africa/Casablanca', 'UTC', null]
const dayMs = 24 * 60 * 60 * 1000

const day = fc.record({
  activationDate: fc
    .date({
      min: new Date('2026-12-01T00:00:00Z'),
      max: new Date('2028-12-01T00:00:00Z'),
      noInvalidDate: true,
    })
    .map((date) => new Date(date)),
  timeZone: fc.constantFrom(...zones),
})

const planned = fc.record({
  planDays: fc.integer({ min: -365, max: 365 }),
  planWeekdays: fc.boolean(),
  planTimeZone: fc.constantFrom(...zones),
  /** The days by which somebody has moved the task by hand. */
  byHand: fc.constantFrom(0, 0, 1, -3),
})

test('moving an event and moving it back restores the date of every task that nobody has moved, and leaves the others', () => {
  fc.assert(
    fc.property(day, day, fc.array(planned, { maxLength: 5 }), (first, second, rules) => {
      const tasks = rules.map(({ byHand, ...rule }) => {
        const { planDays: days, planWeekdays: weekdaysOnly } = rule
        const timeZone = first.timeZone ?? rule.planTimeZone
        const due = planDueDate(first.activationDate, { days, weekdaysOnly, timeZone }, givenAt)
        return { ...rule, byHand, createdAt: givenAt, dueDate: new Date(due.getTime() + byHand * dayMs) }
      })
      const there = movesOf(tasks, first, second)
      expect(there.moves.every(({ byHand }) => byHand === 0)).toBe(true)
      expect(there.stays).toEqual(tasks.filter(({ byHand }) => byHand !== 0))
      const moved = there.moves.map(({ newDueDate, ...task }) => ({ ...task, dueDate: newDueDate }))
      const back = movesOf(moved, second, first)
      expect(back.moves.map(({ newDueDate }) => newDueDate)).toEqual(
        there.moves.map(({ dueDate }) => dueDate),
      )
    }),
    { seed: startSeed(), numRuns: 300 },
  )
})
