import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { exampleContractValues } from '#contract/documents/agreements/example-values.ts'
import { addBusinessDays } from './business-days.ts'
import { depositCents, deriveObligations } from './derive-obligations.ts'
import { type AgreementTerms, readTerms } from './read-terms.ts'

const { terms: example } = readTerms(exampleContractValues)

const derive = (change: AgreementTerms = {}, signedOn = '2026-12-02') =>
  deriveObligations({ ...example, ...change }, { signedOn })

const find = (kind: string, change: AgreementTerms = {}, signedOn?: string) =>
  derive(change, signedOn).find((obligation) => obligation.kind === kind)

const oneDay = (day: string) => ({ firstDay: day, lastDay: day })

test('derives every obligation of the example', () => {
  const company = { owedBy: 'company', amountCents: null, time: null }
  const partner = { owedBy: 'partner', amountCents: null, time: null }
  expect(derive()).toEqual([
    // The Review Period ends on Wednesday, December 9.
    { ...company, kind: 'deposit', amountCents: 625_000, dueOn: '2026-12-19', clause: '4.2' },
    { ...company, kind: 'balance', amountCents: 625_000, dueOn: '2027-04-03', clause: '4.3' },
    { ...company, kind: 'additional_costs', dueOn: '2027-05-18', clause: '4.4' },
    { ...company, kind: 'collateral', dueOn: '2027-03-27', clause: '2.3' },
    { ...partner, kind: 'guest_count', dueOn: '2027-04-07', clause: '5.2' },
    { ...company, kind: 'cancellation', dueOn: '2027-02-16', clause: '6.1' },
    { ...company, kind: 'short_cancellation', dueOn: '2027-04-02', clause: '6.3' },
    { ...partner, kind: 'setup', dueOn: '2027-04-17', time: '07:30', clause: '3.1' },
    { ...company, kind: 'end', dueOn: '2027-04-18', time: '18:00', clause: '3.2' },
    { ...partner, kind: 'exclusivity', dueOn: '2027-04-18', clause: '1.4' },
  ])
})

test('leaves out what depends on an unknown term', () => {
  const without = (name: keyof AgreementTerms) => {
    const remaining = derive({ [name]: undefined }).map(({ kind }) => kind)
    return derive()
      .map(({ kind }) => kind)
      .filter((kind) => !remaining.includes(kind))
  }
  expect(without('feeCents')).toEqual(['deposit', 'balance'])
  expect(without('depositHundredths')).toEqual(['deposit', 'balance'])
  expect(without('paymentDays')).toEqual(['balance'])
  expect(without('additionalCostDays')).toEqual(['additional_costs'])
  expect(without('collateralDays')).toEqual(['collateral'])
  expect(without('capacityChangeDays')).toEqual(['guest_count'])
  expect(without('cancellationDays')).toEqual(['cancellation'])
  expect(without('shortCancellationDays')).toEqual(['cancellation', 'short_cancellation'])
  expect(without('setupTime')).toEqual(['setup'])
  expect(without('endTime')).toEqual(['end'])
  expect(without('expectedGuests')).toEqual([])
  expect(derive({ eventDates: undefined }).map(({ kind }) => kind)).toEqual(['deposit'])
  expect(deriveObligations({}, { signedOn: '2026-12-02' })).toEqual([])
})

describe('payments', () => {
  test('have no deposit at 0 %, and no balance at 100 %', () => {
    expect(find('deposit', { depositHundredths: 0 })).toBeUndefined()
    expect(find('balance', { depositHundredths: 0 })).toMatchObject({ amountCents: 1_250_000 })
    expect(find('deposit', { depositHundredths: 10_000 })).toMatchObject({ amountCents: 1_250_000 })
    expect(find('balance', { depositHundredths: 10_000 })).toBeUndefined()
    expect(derive({ feeCents: 0 }).map(({ kind }) => kind)).not.toContain('balance')
  })

  test('of the balance fall due with the deposit if their own day has passed then', () => {
    const balanceDueOn = (event: string) => find('balance', { eventDates: oneDay(event) })?.dueOn
    // The deposit falls due on December 19, and the balance 14 days before the event.
    expect(balanceDueOn('2027-01-03')).toBe('2026-12-20')
    expect(balanceDueOn('2027-01-02')).toBe('2026-12-19')
    expect(balanceDueOn('2027-01-01')).toBe('2026-12-19')
    expect(balanceDueOn('2026-12-05')).toBe('2026-12-19')
    expect(
      find('balance', { depositHundredths: 0, eventDates: oneDay('2027-01-01') }, '2026-12-02')?.dueOn,
    ).toBe('2026-12-19')
  })

  test('round the deposit half up to the cent', () => {
    expect(depositCents(1, 5000)).toBe(1)
    expect(depositCents(1, 4999)).toBe(0)
    expect(depositCents(999_999, 3333)).toBe(333_300)
    expect(depositCents(10_05, 5000)).toBe(503)
    expect(depositCents(1_250_000, 3333)).toBe(416_625)
    // In floating-point numbers, 1 % of $100.50 is less than $1.005, which would be rounded to $1.00.
    expect(depositCents(100_50, 100)).toBe(101)
    expect(depositCents(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER)
  })

  test('add up to the fee', () => {
    const amounts = fc.record({
      feeCents: fc.oneof(fc.nat({ max: 1000 }), fc.maxSafeNat()),
      depositHundredths: fc.nat({ max: 10_000 }),
    })
    fc.assert(
      fc.property(amounts, ({ feeCents, depositHundredths }) => {
        const due = derive({ feeCents, depositHundredths }).map(({ amountCents }) => amountCents ?? 0)
        expect(due.every((cents) => Number.isSafeInteger(cents) && cents >= 0)).toBe(true)
        expect(due.reduce((sum, cents) => sum + cents, 0)).toBe(feeCents)
        const exact = BigInt(feeCents) * BigInt(depositHundredths)
        const distance = BigInt(depositCents(feeCents, depositHundredths)) * 10_000n - exact
        expect(distance > -5000n && distance <= 5000n).toBe(true)
      }),
    )
  })
})

describe('days to cancel', () => {
  const dues = (cancellationDays: number | undefined, shortCancellationDays: number | undefined) =>
    ['cancellation', 'short_cancellation'].map(
      (kind) => find(kind, { cancellationDays, shortCancellationDays })?.dueOn,
    )

  test('are two if the short period begins later', () => {
    expect(dues(60, 15)).toEqual(['2027-02-16', '2027-04-02'])
    expect(dues(16, 15)).toEqual(['2027-04-01', '2027-04-02'])
    expect(dues(15, 0)).toEqual(['2027-04-02', '2027-04-17'])
  })

  test('are one if the short period begins no later, since clause 6.3 prevails over clause 6.1', () => {
    expect(dues(15, 15)).toEqual(['2027-04-02', undefined])
    expect(dues(15, 60)).toEqual(['2027-02-16', undefined])
  })

  test('do not promise a cancellation without cost while the short period is unknown', () => {
    expect(dues(60, undefined)).toEqual([undefined, undefined])
    expect(dues(undefined, 15)).toEqual([undefined, '2027-04-02'])
  })
})

test('counts days over leap days and years', () => {
  const eventDates = { firstDay: '2028-03-01', lastDay: '2028-12-31' }
  expect(find('collateral', { eventDates, collateralDays: 1 })?.dueOn).toBe('2028-02-29')
  expect(find('collateral', { eventDates, collateralDays: 0 })?.dueOn).toBe('2028-03-01')
  expect(find('collateral', { eventDates, collateralDays: 366 })?.dueOn).toBe('2027-03-01')
  expect(find('additional_costs', { eventDates, additionalCostDays: 1 })?.dueOn).toBe('2029-01-01')
  expect(find('exclusivity', { eventDates })?.dueOn).toBe('2028-12-31')
})

/** The day of the signature, the end of the Review Period, and the day on which the deposit falls due. */
const reviews: [title: string, signedOn: string, reviewEndsOn: string, depositDueOn: string][] = [
  ['no holiday, from a Monday', '2027-03-01', '2027-03-08', '2027-03-18'],
  ['no holiday, from a Friday', '2027-03-05', '2027-03-12', '2027-03-22'],
  ['no holiday, from a Saturday', '2027-03-06', '2027-03-12', '2027-03-22'],
  ['no holiday, from a Sunday', '2027-03-07', '2027-03-12', '2027-03-22'],
  ['Independence Day on a Saturday, observed on Friday', '2026-06-29', '2026-07-07', '2026-07-17'],
  ['a signature on an observed holiday', '2026-07-03', '2026-07-10', '2026-07-20'],
  ['Independence Day on a Sunday, observed on Monday', '2027-06-30', '2027-07-08', '2027-07-18'],
  ['Independence Day on a Tuesday', '2028-06-30', '2028-07-10', '2028-07-20'],
  ['Juneteenth on a Friday', '2026-06-15', '2026-06-23', '2026-07-03'],
  ['Juneteenth on a Saturday, observed on Friday', '2027-06-14', '2027-06-22', '2027-07-02'],
  ['Juneteenth on a Sunday, observed on Monday', '2033-06-16', '2033-06-24', '2033-07-04'],
  ['Thanksgiving, and not the Friday after it', '2026-11-20', '2026-11-30', '2026-12-10'],
  ['Thanksgiving on its earliest day', '2029-11-19', '2029-11-27', '2029-12-07'],
  ['Thanksgiving in a month with five Thursdays', '2028-11-20', '2028-11-28', '2028-12-08'],
  ['New Year observed in the year before', '2027-12-29', '2028-01-06', '2028-01-16'],
  ['New Year on a Sunday', '2033-12-29', '2034-01-06', '2034-01-16'],
  ['Christmas and New Year', '2026-12-24', '2027-01-04', '2027-01-14'],
  ['Christmas on a Saturday', '2027-12-20', '2027-12-28', '2028-01-07'],
  ['Christmas on a Sunday', '2033-12-22', '2033-12-30', '2034-01-09'],
  ['Martin Luther King Day on its latest day', '2030-01-18', '2030-01-28', '2030-02-07'],
  ['Inauguration Day, which is none', '2037-01-19', '2037-01-26', '2037-02-05'],
  ['Washington’s Birthday', '2027-02-12', '2027-02-22', '2027-03-04'],
  ['Memorial Day', '2027-05-28', '2027-06-07', '2027-06-17'],
  ['Memorial Day on its earliest day', '2026-05-22', '2026-06-01', '2026-06-11'],
  ['Labor Day', '2027-09-03', '2027-09-13', '2027-09-23'],
  ['Columbus Day', '2027-10-08', '2027-10-18', '2027-10-28'],
  ['Veterans Day on a Thursday', '2027-11-05', '2027-11-15', '2027-11-25'],
  ['Veterans Day on a Saturday, observed on Friday', '2028-11-06', '2028-11-14', '2028-11-24'],
]

test.each(reviews)('counts five business days after the signature: %s', (_, signedOn, endsOn, dueOn) => {
  expect(addBusinessDays(signedOn, 5)).toBe(endsOn)
  expect(find('deposit', {}, signedOn)?.dueOn).toBe(dueOn)
})

test('finds eleven federal holidays a year, on the days on which they are observed', () => {
  const closedDays = (year: number) => {
    const days = Array.from({ length: 365 }, (_, index) =>
      new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10),
    )
    const isWeekday = (day: string) => ![0, 6].includes(new Date(day).getUTCDay())
    const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
    return days.filter((day) => isWeekday(day) && addBusinessDays(dayBefore(day), 1) !== day)
  }
  expect(closedDays(2026)).toEqual([
    '2026-01-01',
    '2026-01-19',
    '2026-02-16',
    '2026-05-25',
    '2026-06-19',
    '2026-07-03',
    '2026-09-07',
    '2026-10-12',
    '2026-11-11',
    '2026-11-26',
    '2026-12-25',
  ])
  // New Year of 2028 is observed on December 31.
  expect(closedDays(2027)).toEqual([
    '2027-01-01',
    '2027-01-18',
    '2027-02-15',
    '2027-05-31',
    '2027-06-18',
    '2027-07-05',
    '2027-09-06',
    '2027-10-11',
    '2027-11-11',
    '2027-11-25',
    '2027-12-24',
    '2027-12-31',
  ])
})
