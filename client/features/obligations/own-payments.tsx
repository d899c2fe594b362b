import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useOwedDialog } from '#client/domain/opened.ts'
import { formatMoney } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useNow } from '#client/lib/use-now.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { ObligationBadge } from './obligation-badge.tsx'
import { dayText, dueText, isMoney, openCents, stateOf } from './obligation-words.ts'

export const ownObligations = readOf('/api/partner/obligations')
export const ownPayments = readOf('/api/partner/payments')

const shownDates = 3

/** The card of a partner's home with the next payment to them, what they were paid, the next dates, and more. Renders nothing if there are none. */
export function OwnPayments({ children }: { children?: ReactNode }) {
  const now = useNow()
  const { linkTo } = useOwedDialog()
  const { data: obligations = [] } = useQuery(ownObligations)
  const { data: payments = [] } = useQuery(ownPayments)
  const open = obligations.filter((each) => ['open', 'late'].includes(stateOf(each)))
  const next = open.find((each) => isMoney(each) && each.owedBy === 'company')
  const dates = open.filter((each) => !isMoney(each) || each.owedBy === 'partner').slice(0, shownDates)
  const paid = paidTotals(payments)
  if (obligations.length === 0 && payments.length === 0) return null
  return (
    <Card
      title="Payments and dates"
      actions={
        <Button asChild size="small">
          <Link {...linkTo('all')}>Show all</Link>
        </Button>
      }
    >
      <div className="grid grid-cols-1 gap-3 tabular-nums">
        {next && <NextPayment obligation={next} now={now} />}
        {paid && <p className="text-13 text-muted">{`Paid to you so far: ${paid}`}</p>}
        {dates.length > 0 && (
          <ul aria-label="Next dates" className="divide-y divide-line border-line border-t">
            {dates.map((obligation) => (
              <li key={obligation.id} className="flex flex-wrap items-center gap-x-3 py-2">
                <span className="wrap-anywhere min-w-0 flex-1">{obligationKindLabels[obligation.kind]}</span>
                {obligation.isLate && <ObligationBadge obligation={obligation} />}
                <time dateTime={obligation.dueOn} className="text-13 text-muted">
                  {dueText(obligation, now)}
                </time>
              </li>
            ))}
          </ul>
        )}
        {!next && !paid && dates.length === 0 && <p className="text-muted">Nothing is open.</p>}
        {children}
      </div>
    </Card>
  )
}

function NextPayment({ obligation, now }: { obligation: Obligation; now: number }) {
  const open = openCents(obligation)
  const { kind, currency, dueOn, isLate } = obligation
  const amount = open === null ? obligationKindLabels[kind] : formatMoney(open, currency)
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span>
        {'Next payment: '}
        <strong className="font-medium">{`${amount}, due ${dayText(dueOn, now)}`}</strong>
      </span>
      {isLate && <ObligationBadge obligation={obligation} />}
    </p>
  )
}

/** Returns what the company has paid, less what was reversed, in each currency: "$2,500.00, EUR 100.00"; empty if nothing. */
const paidTotals = (payments: Payment[]) => {
  const cents = new Map<string, number>()
  for (const { paidBy, currency, amountCents } of payments) {
    if (paidBy === 'company') cents.set(currency, (cents.get(currency) ?? 0) + amountCents)
  }
  return [...cents]
    .filter(([, sum]) => sum !== 0)
    .map(([currency, sum]) => formatMoney(sum, currency))
    .join(', ')
}
