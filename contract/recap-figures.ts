import { formatMoney } from './money.ts'
import type { Recap } from './recaps.ts'

/** A figure as the recap shows it, with what it is compared with. */
export interface RecapFigure {
  label: string
  value: string
  notes: string[]
}

const numbers = new Intl.NumberFormat('en-US')

const noteOf = (value: number | null | undefined, text: string) =>
  typeof value === 'number' ? [`${numbers.format(value)} ${text}`] : []

type Figures = Pick<Recap, 'guests' | 'signUps'> & {
  expected: Recap['expected']
  former: Pick<NonNullable<Recap['former']>, 'name' | 'guests' | 'signUps'> | null
}

/** Returns the headline figures of a recap, beside what was expected and the event before. */
export const figuresOf = ({ guests, signUps, expected, former }: Figures): RecapFigure[] => [
  {
    label: 'Guests',
    value: numbers.format(guests ?? 0),
    notes: [...noteOf(expected.guests, 'expected'), ...noteOf(former?.guests, `at ${former?.name}`)],
  },
  {
    label: 'Sign-ups',
    value: numbers.format(signUps ?? 0),
    notes: [
      ...(guests && signUps !== null ? [`${Math.round((100 * signUps) / guests)}% of guests`] : []),
      ...noteOf(expected.signUps, 'expected'),
      ...noteOf(former?.signUps, `at ${former?.name}`),
    ],
  },
]

type CompanyFigures = Pick<Recap, 'screenings' | 'leads' | 'costCents' | 'currency' | 'signUps'>

/** Returns the figures of the company, as far as they were entered. Partners have none. */
export const companyFiguresOf = (recap: CompanyFigures): [label: string, value: string][] => {
  const { screenings, leads, costCents, currency, signUps } = recap
  const cost = (cents: number) => formatMoney(cents, currency ?? 'USD')
  return [
    ...(screenings === null ? [] : [['Screenings', numbers.format(screenings)] as [string, string]]),
    ...(leads === null ? [] : [['Leads', numbers.format(leads)] as [string, string]]),
    ...(costCents === null ? [] : [['Cost', cost(costCents)] as [string, string]]),
    ...(costCents === null || !signUps
      ? []
      : [['Cost of each sign-up', cost(Math.round(costCents / signUps))] as [string, string]]),
  ]
}
