import { Link } from 'wouter'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { initials, splitName } from '#client/domain/person-name.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { OneLine, TwoLines } from '#client/ui/row-text.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { LinkedUser } from '../linked-user.tsx'

/** The link that opens the details of a partner. */
type LinkToDetails = (partnerId: string) => { href: string; state: unknown }

export const partnerColumns = (linkTo: LinkToDetails): Column<AdminPartner>[] => [
  {
    id: 'name',
    heading: 'Partner',
    lead: true,
    className: 'md:w-[27%] md:max-w-0',
    cell: ({ fullName, businessName }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar initials={initials(splitName(fullName))} />
        <TwoLines first={fullName} second={businessName} />
      </span>
    ),
  },
  {
    id: 'email',
    heading: 'Email',
    className: 'md:w-[24%] md:max-w-0',
    cell: ({ email }) => <OneLine>{email}</OneLine>,
  },
  {
    id: 'user',
    heading: 'User',
    className: 'md:w-[28%] md:max-w-0',
    cell: ({ user, fullName }) => <LinkedUser user={user} fullName={fullName} />,
  },
  {
    id: 'status',
    heading: 'Status',
    cell: ({ onboardingStatus }) => {
      const { label, tone } = onboardingLabel(onboardingStatus)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    id: 'view',
    heading: <span className="sr-only">Details</span>,
    align: 'end',
    cell: ({ id, fullName }) => (
      <Button asChild size="small">
        <Link {...linkTo(id)}>
          View <span className="sr-only">{fullName}</span>
        </Link>
      </Button>
    ),
  },
]
