import { useIsStaff } from '#client/domain/current-user.ts'
import { AttachedFile } from '#client/domain/files/attached-file.tsx'
import { formatMoney } from '#client/lib/format.ts'
import { classNames } from '#client/ui/class-names.ts'
import { closedForLabels, obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { Obligation } from '#contract/obligations/obligations.ts'
import { ObligationBadge } from './obligation-badge.tsx'
import { ObligationActions, type RecordPaymentFor } from './obligation-menu.tsx'
import { amountText, debtorLabel, dueText, isMoney } from './obligation-words.ts'

type ObligationItemProps = {
  obligation: Obligation
  now: number
  recordPayment: RecordPaymentFor | undefined
}

// With enough room, the facts are columns that are aligned between the rows; otherwise they follow each other below the name. Staff have a
// menu in the first line, and partners have a button in a line of its own, since few of their rows have one.
const layouts = {
  staff: {
    row: 'grid-cols-[minmax(0,1fr)_auto_1.75rem] @4xl:grid-cols-[minmax(0,1fr)_5.5rem_12rem_8.75rem_5rem_1.75rem]',
    facts: 'col-span-full',
    actions: 'col-start-3 row-start-1 @4xl:col-start-6',
  },
  partner: {
    row: 'grid-cols-[minmax(0,1fr)_auto] @4xl:grid-cols-[minmax(0,1fr)_5.5rem_12rem_8.75rem_5rem]',
    facts: 'col-start-1',
    actions: 'col-start-2 row-start-2 pt-1 @4xl:col-span-2 @4xl:col-start-4',
  },
}

/** An obligation as a row of a list, with its actions. */
export function ObligationItem({ obligation, now, recordPayment }: ObligationItemProps) {
  const isStaff = useIsStaff()
  const { kind, owedBy, dueOn, time, clause } = obligation
  const name = obligationKindLabels[kind]
  const layout = layouts[isStaff ? 'staff' : 'partner']
  return (
    <li
      data-row
      aria-label={name}
      className={classNames('grid items-center gap-x-3 px-3 py-2 text-13 tabular-nums', layout.row)}
    >
      <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        <span className="wrap-anywhere font-medium text-15">{name}</span>
        {clause && <span className="text-muted">{`Clause ${clause}`}</span>}
      </p>
      <div
        className={classNames(
          'row-start-2 flex min-w-0 flex-wrap gap-x-3 text-muted @4xl:contents',
          layout.facts,
        )}
      >
        <span className="@4xl:col-start-2 @4xl:row-start-1">
          <span className="sr-only">{'Owed by: '}</span>
          {debtorLabel(owedBy, isStaff)}
        </span>
        <span className="empty:hidden @4xl:col-start-3 @4xl:row-start-1 @4xl:text-right">
          {amountText(obligation)}
        </span>
        <span title="By the clocks of the place" className="@4xl:col-start-4 @4xl:row-start-1">
          <span className="@4xl:sr-only">{'Due '}</span>
          <time dateTime={time ? `${dueOn}T${time}` : dueOn} className="text-ink">
            {dueText(obligation, now)}
          </time>
        </span>
      </div>
      <span className="col-start-2 row-start-1 justify-self-end @4xl:col-start-5 @4xl:justify-self-start">
        <ObligationBadge obligation={obligation} />
      </span>
      <span className={classNames('flex justify-end empty:hidden', layout.actions)}>
        <ObligationActions obligation={obligation} recordPayment={recordPayment} />
      </span>
      <Outcome obligation={obligation} />
    </li>
  )
}

/** What became of an obligation: the reason for which it was closed, the note and the file. */
function Outcome({ obligation }: { obligation: Obligation }) {
  const { closedFor, note, filePath, paidCents, currency } = obligation
  if (!closedFor && !note && !filePath) return null
  return (
    <div className="col-span-full row-start-3 flex min-w-0 flex-wrap gap-x-3 gap-y-1 text-muted">
      {closedFor && (
        <span>
          {isMoney(obligation) && paidCents !== 0
            ? `${closedForLabels[closedFor]}. ${formatMoney(paidCents, currency)} had been paid.`
            : `${closedForLabels[closedFor]}.`}
        </span>
      )}
      {note && <span className="wrap-anywhere min-w-0 whitespace-pre-line">{note}</span>}
      <AttachedFile row={obligation} />
    </div>
  )
}
