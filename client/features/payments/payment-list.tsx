import { useQuery } from '@tanstack/react-query'
import { useIsStaff } from '#client/domain/current-user.ts'
import { formatDate, formatMoney } from '#client/lib/format.ts'
import { readOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { Titled } from '#client/ui/facts.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import { paymentMethodLabels } from '#contract/payments/methods.ts'
import type { Payment } from '#contract/payments/payments.ts'
import { ReverseDialog } from './lazy-dialogs.tsx'

type PaymentListProps = {
  /** The agreement whose payments are listed; without one, all payments of the partner who is signed in. */
  documentId?: string
  title?: string
}

/** The payments by an agreement, or all of the partner who is signed in, latest first. Renders nothing if there are none. */
export function PaymentList({ documentId, title = 'Payments' }: PaymentListProps) {
  const isStaff = useIsStaff()
  const ofStaff = useQuery({
    ...readOf('/api/admin/payments', { query: { documentId } }),
    enabled: isStaff && documentId !== undefined,
  })
  const own = useQuery({ ...readOf('/api/partner/payments'), enabled: !isStaff })
  const query = isStaff ? ofStaff : own
  const payments: Payment[] | undefined = query.data?.filter(
    (payment) => documentId === undefined || payment.documentId === documentId,
  )
  return (
    <QueryState
      query={{ ...query, data: payments }}
      loading={null}
      failure={{ title: 'The payments could not be loaded' }}
      empty={{ when: ({ length }) => length === 0, show: null }}
      className={payments?.length === 0 ? 'absolute' : undefined}
    >
      {(listed) => (
        <Titled title={title}>
          <ul aria-label={title} className="divide-y divide-line rounded-card border border-line">
            {inPairs(listed).map(({ payment, reversal }) => (
              <Entry key={payment.id} payment={payment} reversal={reversal} isStaff={isStaff} />
            ))}
          </ul>
        </Titled>
      )}
    </QueryState>
  )
}

/** Returns the payments, each with its reversal. A reversal of a payment that is not listed stands alone. */
const inPairs = (payments: Payment[]) => {
  const reversals = new Map(payments.map((each) => [each.reversesId, each]))
  const ids = new Set(payments.map(({ id }) => id))
  return payments
    .filter(({ reversesId }) => reversesId === null || !ids.has(reversesId))
    .map((payment) => ({ payment, reversal: reversals.get(payment.id) }))
}

type EntryProps = { payment: Payment; reversal: Payment | undefined; isStaff: boolean }

function Entry({ payment, reversal, isStaff }: EntryProps) {
  const { kind, paidBy, paidOn, amountCents, currency, method, reference, isReversed, reversesId } = payment
  const payer = isStaff
    ? { company: 'Company', partner: 'Partner' }[paidBy]
    : { company: 'Partner team', partner: 'You' }[paidBy]
  const canReverse = isStaff && !isReversed && reversesId === null
  return (
    <li
      data-row
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 px-3 py-2 text-13 tabular-nums"
    >
      <p className="flex min-w-0 flex-wrap items-center gap-x-2">
        <span className="font-medium text-15">{kind ? obligationKindLabels[kind] : 'Payment'}</span>
        {isReversed && <Badge>Reversed</Badge>}
      </p>
      <span className={classNames('text-15', isReversed && 'text-muted line-through')}>
        {formatMoney(amountCents, currency)}
      </span>
      <p className="flex min-w-0 flex-wrap gap-x-3 text-muted">
        <span>{formatDate(paidOn, 'UTC')}</span>
        <span>
          <span className="sr-only">{'Paid by: '}</span>
          {payer}
        </span>
        <span>{paymentMethodLabels[method]}</span>
        {reference && <span className="wrap-anywhere min-w-0">{reference}</span>}
      </p>
      {canReverse && (
        <Button
          size="small"
          variant="quiet"
          className="-mr-2.5"
          opens={(opening) => <ReverseDialog {...opening} payment={payment} />}
        >
          Reverse…
        </Button>
      )}
      {reversal && (
        <p className="col-span-full wrap-anywhere border-line border-l-2 pl-2 text-muted">
          {`Reversed ${formatDate(reversal.paidOn, 'UTC')}, ${formatMoney(reversal.amountCents, currency)}${reversal.reference ? `: ${reversal.reference}` : ''}`}
        </p>
      )}
    </li>
  )
}
