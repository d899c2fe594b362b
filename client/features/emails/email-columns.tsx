import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { EmailState } from '#client/domain/email-state.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import type { LoggedEmail } from '#contract/emails.ts'
import { emailTypeLabels } from '#contract/partners/email-status.ts'

type LinkTo = (emailId: string) => { href: string; state: unknown }

export const emailColumns = (linkTo: LinkTo): Column<LoggedEmail>[] => [
  {
    id: 'at',
    heading: 'Time',
    className: 'md:w-px md:whitespace-nowrap',
    cell: ({ sentAt, createdAt }) => <Day at={sentAt ?? createdAt} exact />,
  },
  {
    id: 'subject',
    heading: 'Subject',
    lead: true,
    className: 'max-md:order-first md:w-1/2',
    cell: ({ id, subject, type }) => (
      <span className="min-w-0">
        <Link
          {...linkTo(id)}
          title={subject}
          className="wrap-anywhere line-clamp-2 rounded-mark hover:underline max-md:line-clamp-3"
        >
          {subject}
        </Link>
        <span className="block font-normal text-13 text-muted">{emailTypeLabels[type] ?? 'Email'}</span>
      </span>
    ),
  },
  {
    id: 'recipient',
    heading: 'Recipient',
    className: 'md:w-1/2',
    cell: ({ recipient, partner }) => (
      <span className="min-w-0">
        <span className="wrap-anywhere line-clamp-2" title={recipient}>
          {recipient}
        </span>
        {partner && (
          <PartnerLink
            partnerId={partner.id}
            className="block w-fit max-w-full rounded-mark text-13 text-link hover:underline touch:-my-3 touch:py-3"
          >
            <span className="wrap-anywhere line-clamp-2">{partner.fullName}</span>
          </PartnerLink>
        )}
      </span>
    ),
  },
  {
    id: 'status',
    heading: 'Status',
    className: 'md:w-px',
    cell: (email) => <EmailState {...email} />,
  },
  {
    id: 'attempts',
    heading: 'Attempts',
    className: 'md:w-px md:text-end tabular-nums',
    cell: ({ attempts }) => attempts,
  },
]
