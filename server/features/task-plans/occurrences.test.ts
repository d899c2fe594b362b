import 'temporal-polyfill/global'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { taskFrequencies } from '#contract/task-plans/plans.ts'
import { nextOccurrences, type Recurrence } from './occurrences.ts'

const forever = new Date('2200-01-01T00:00:00Z')
const before = new Date('1900-01-01T00:00:00Z')

const series = (startsAt: string, change: Partial<Recurrence> = {}): Recurrence => ({
  startsAt: new Date(startsAt),
  timeZone: 'America/New_York',
  frequency: 'weekly',
  endsOn: null,
  ...change,
})
const firstOf = (recurrence: Recurrence, max: number) =>
  nextOccurrences(recurrence, { after: before, until: forever, max }).map((date) => date.toISOString())

describe('a recurring task', () => {
  test('weekly stays at the same local time when daylight saving time begins and ends', () => {
    expect(firstOf(series('2026-03-04T22:00:00.000Z'), 3)).toEqual([
      '2026-03-04T22:00:00.000Z',
      '2026-03-11T21:00:00.000Z',
      '2026-03-18T21:00:00.000Z',
    ])
    expect(firstOf(series('2026-10-28T21:00:00.000Z'), 2)).toEqual([
      '2026-10-28T21:00:00.000Z',
      '2026-11-04T22:00:00.000Z',
    ])
  })

  test('monthly on the 31st falls on the last day of shorter months and returns to the 31st', () => {
    const days = firstOf(series('2027-12-31T12:00:00.000Z', { frequency: 'monthly', timeZone: 'UTC' }), 6)
    expect(days.map((day) => day.slice(0, 10))).toEqual([
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
      '2028-04-30',
      '2028-05-31',
    ])
  })

  test('at a local time that daylight saving time skips is an hour later, and the next one is not', () => {
    expect(firstOf(series('2026-03-01T07:30:00.000Z'), 3)).toEqual([
      '2026-03-01T07:30:00.000Z',
      '2026-03-08T07:30:00.000Z',
      '2026-03-15T06:30:00.000Z',
    ])
  })

  test('ends on the last day of its zone, not of UTC', () => {
    const late = series('2026-06-02T03:30:00.000Z', { endsOn: '2026-06-08' })
    expect(firstOf(late, 9)).toEqual(['2026-06-02T03:30:00.000Z', '2026-06-09T03:30:00.000Z'])
    expect(firstOf({ ...late, endsOn: '2026-06-07' }, 9)).toEqual(['2026-06-02T03:30:00.000Z'])
    expect(firstOf({ ...late, endsOn: '2026-05-31' }, 9)).toEqual([])
  })

  test('leaves out both ends of the requested time span', () => {
    const [after, until] = [new Date('2026-06-01T12:00:00Z'), new Date('2026-06-15T12:00:00Z')]
    expect(nextOccurrences(series(after.toISOString()), { after, until, max: 9 })).toEqual([
      new Date('2026-06-08T12:00:00Z'),
    ])
  })
})

const zones = [
  'UTC',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Apia',
]
const moments = fc.date({
  min: new Date('1995-01-01T00:00:00Z'),
  max: new Date('2060-01-01T00:00:00Z'),
  noInvalidDate: true,
})
const recurrences = fc.record({
  startsAt: moments,
  timeZone: fc.constantFrom(...zones),
  frequency: fc.constantFrom(...taskFrequencies),
  endsOn: fc.option(moments.map((date) => date.toISOString().slice(0, 10))),
})

const inZone = (date: Date, timeZone: string) =>
  Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(timeZone)

describe('whatever the series,', () => {
  test('a time span contains exactly the due dates of the whole series that lie in it', () => {
    fc.assert(
      fc.property(recurrences, fc.nat(400), fc.nat(400), (recurrence, skippedDays, days) => {
        const whole = nextOccurrences(recurrence, { after: before, until: forever, max: 130 })
        const after = new Date(recurrence.startsAt.getTime() + (skippedDays - 20) * 86_400_000)
        const until = new Date(after.getTime() + days * 86_400_000)
        expect(nextOccurrences(recurrence, { after, until, max: 100 })).toEqual(
          whole.filter((date) => date > after && date < until),
        )
      }),
    )
  })

  test('the due dates increase from the first, on its day of the month or weekday, and none is after the end', () => {
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        const { startsAt, timeZone, frequency, endsOn } = recurrence
        const first = inZone(startsAt, timeZone)
        const found = nextOccurrences(recurrence, { after: before, until: forever, max: 60 })
        if (endsOn === null || endsOn >= first.toPlainDate().toString()) expect(found[0]).toEqual(startsAt)
        found.forEach((date, index) => {
          const local = inZone(date, timeZone)
          if (index > 0) expect(date > (found[index - 1] as Date)).toBe(true)
          if (endsOn !== null) expect(local.toPlainDate().toString() <= endsOn).toBe(true)
          // Samoa skipped the day on which it moved across the date line.
          if (timeZone === 'Pacific/Apia' && local.year === 2011) return
          if (frequency === 'weekly') expect(local.dayOfWeek).toBe(first.dayOfWeek)
          else expect(local.day).toBe(Math.min(first.day, local.daysInMonth))
        })
      }),
    )
  })

  test('computing due dates one by one gives the same result as computing them all at once', () => {
    fc.assert(
      fc.property(recurrences, (recurrence) => {
        const all = nextOccurrences(recurrence, { after: before, until: forever, max: 30 })
        let after = before
        const one = () => nextOccurrences(recurrence, { after, until: forever, max: 1 })[0]
        for (const expected of all) {
          expect(one()).toEqual(expected)
          after = expected
        }
      }),
    )
  })
})
