import { PartnerLink } from '#client/domain/partner-link.tsx'
import { formatDateTime } from '#client/lib/format.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { LeadLink, menuColumn } from '#client/ui/row-columns.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import type { PartnerActivationRow } from '#contract/activation-list.ts'
import { StageBadge } from '../activation-badges.tsx'
import { ActivationMenu } from '../activation-menu.tsx'
import { endOf, startOf } from '../activation-times.ts'

// On a phone, a value that is missing is named; in the table, its line stays empty.
const none = <span className="text-muted md:hidden">None</span>

export const activationColumns = (
  linkTo: (id: string) => { href: string; state: unknown },
): Column<PartnerActivationRow>[] => [
  {
    id: 'name',
    // On a phone, the name needs no heading.
    heading: <span>Activation</span>,
    sort: 'name',
    lead: true,
    className: 'md:w-[36%] max-md:pr-11!',
    cell: ({ id, name }) => <LeadLink name={name} link={linkTo(id)} />,
    below: [
      {
        id: 'place',
        heading: 'Place',
        cell: ({ place }) => (place ? <RowText>{place}</RowText> : none),
      },
    ],
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[36%]',
    cell: ({ partner }) => (
      <PartnerLink partnerId={partner.id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={partner.fullName} second={partner.businessName} />
      </PartnerLink>
    ),
  },
  {
    id: 'date',
    heading: 'Starts',
    sort: 'date',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: (activation) => <Moment at={activation.activationDate} text={startOf(activation)} />,
    below: [
      {
        id: 'end',
        heading: 'Ends',
        cell: (activation) =>
          activation.endsAt ? <Moment at={activation.endsAt} text={endOf(activation) ?? ''} /> : none,
      },
    ],
  },
  {
    id: 'stage',
    heading: 'Stage',
    className: 'md:w-px',
    cell: ({ stage }) => <StageBadge stage={stage} />,
  },
  menuColumn((activation) => <ActivationMenu activation={activation} partner={null} />),
]

/** A time by the clock of the place, with the reader's time on hover. */
const Moment = ({ at, text }: { at: string; text: string }) => (
  <time dateTime={at} title={formatDateTime(at)}>
    {text}
  </time>
)
