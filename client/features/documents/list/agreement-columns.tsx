import { StandingBadge } from '#client/domain/agreement-standing.tsx'
import { writtenDay } from '#client/domain/appendix-a-terms.ts'
import { Day } from '#client/domain/day.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { LeadLink } from '#client/ui/row-columns.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import type { ListedDocument } from '#contract/documents/document-list.ts'
import { DocumentMenu } from '../document-menu.tsx'

const none = <span className="text-muted">None</span>
const notRecorded = <span className="text-muted">Not recorded</span>
const notYet = <span className="text-muted">Not yet</span>

const whenClassName = 'md:w-px whitespace-nowrap tabular-nums'

export const agreementColumns = (
  linkTo: (id: string) => { href: string; state: unknown },
): Column<ListedDocument>[] => [
  {
    id: 'agreement',
    // On a phone, the name needs no heading.
    heading: <span>Agreement</span>,
    lead: true,
    className: 'md:w-[32%] max-md:pr-11!',
    cell: ({ id, documentName }) => <LeadLink name={documentName} link={linkTo(id)} />,
    below: [
      {
        id: 'event',
        heading: 'Event',
        sort: 'event',
        cell: ({ eventName }) =>
          eventName ? <RowText>{eventName}</RowText> : <span className="text-muted md:hidden">None</span>,
      },
    ],
  },
  {
    id: 'partner',
    heading: 'Partner',
    sort: 'partner',
    className: 'md:w-[36%]',
    cell: ({ partner: { id, fullName, businessName } }) => (
      <PartnerLink partnerId={id} className="block min-w-0 rounded-mark hover:underline">
        <TwoLines first={fullName} second={businessName} />
      </PartnerLink>
    ),
  },
  {
    id: 'status',
    heading: 'Status',
    className: 'md:w-px',
    cell: (document) =>
      document.awaitsCompany ? (
        <Badge tone="info">Company to sign</Badge>
      ) : (
        <StandingBadge document={document} />
      ),
  },
  {
    id: 'sent',
    heading: 'Sent',
    sort: 'sent',
    className: whenClassName,
    cell: ({ createdAt }) => <Day at={createdAt} />,
    below: [
      {
        id: 'opened',
        heading: 'Opened',
        sort: 'opened',
        cell: ({ openedAt, status }) =>
          openedAt ? <Day at={openedAt} /> : status === 'pending' ? notYet : notRecorded,
      },
    ],
  },
  {
    id: 'signed',
    heading: 'Signed',
    sort: 'signed',
    className: whenClassName,
    cell: ({ signedAt }) => (signedAt ? <Day at={signedAt} /> : notYet),
    below: [
      {
        id: 'ends',
        heading: 'Ends',
        sort: 'ends',
        cell: ({ endsOn }) => (endsOn ? writtenDay(endsOn) : none),
      },
    ],
  },
  {
    id: 'actions',
    heading: <span className="sr-only">Actions</span>,
    align: 'end',
    className: 'md:w-px',
    cell: (document) => <DocumentMenu document={document} partner={null} />,
  },
]
