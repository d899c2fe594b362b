import type { useAgreementDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import { obligationKindLabels } from '#contract/obligations/kinds.ts'
import type { ObligationRow } from '#contract/obligations/obligations.ts'
import { ObligationBadge } from '../obligation-badge.tsx'
import { ObligationActions, type RecordPaymentFor } from '../obligation-menu.tsx'
import { amountText, debtorLabel, dueText } from '../obligation-words.ts'

type LinkTo = ReturnType<typeof useAgreementDialog>['linkTo']

// On a phone, a value that is missing is named; in the table, its line stays empty.
const none = <span className="text-muted md:hidden">None</span>

export const owedColumns = (
  now: number,
  linkTo: LinkTo,
  recordPayment: RecordPaymentFor,
): Column<ObligationRow>[] => [
  {
    id: 'kind',
    // On a phone, the name needs no heading.
    heading: <span>Obligation</span>,
    lead: true,
    className: 'md:w-[32%] max-md:pr-11!',
    cell: ({ kind, documentId }) => {
      const name = obligationKindLabels[kind]
      return documentId ? <LeadLink name={name} link={linkTo(documentId)} /> : <RowText>{name}</RowText>
    },
    below: [
      {
        id: 'activation',
        heading: 'Activation',
        cell: ({ activationName }) => (activationName ? <RowText>{activationName}</RowText> : none),
      },
    ],
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[32%]',
    cell: ({ partner: { id, fullName, businessName } }) => (
      <PartnerLink partnerId={id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={fullName} second={businessName} />
      </PartnerLink>
    ),
  },
  {
    id: 'debtor',
    heading: 'Owed by',
    className: 'md:w-px whitespace-nowrap',
    cell: ({ owedBy }) => debtorLabel(owedBy, true),
  },
  {
    id: 'amount',
    heading: 'Amount',
    sort: 'amount',
    className: 'md:w-px md:text-right whitespace-nowrap tabular-nums',
    cell: (obligation) => amountText(obligation) ?? none,
  },
  {
    id: 'due',
    heading: 'Due',
    sort: 'due',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: (obligation) => dueText(obligation, now),
  },
  {
    id: 'state',
    heading: 'State',
    className: 'md:w-px',
    cell: (obligation) => <ObligationBadge obligation={obligation} />,
  },
  menuColumn((obligation) => (
    <ObligationActions obligation={obligation} partner={obligation.partner} recordPayment={recordPayment} />
  )),
]
