import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { initials, splitName } from '#client/domain/person-name.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { OneLine, TwoLines } from '#client/ui/row-text.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { LinkedUser } from '../linked-user.tsx'

export const partnerColumns: Column<AdminPartner>[] = [
  {
    id: 'name',
    heading: 'Partner',
    lead: true,
    className: 'md:w-[27%] md:max-w-0',
    cell: ({ id, fullName, businessName }) => (
      <PartnerLink partnerId={id} className="flex min-w-0 items-center gap-3 rounded-mark">
        <Avatar initials={initials(splitName(fullName))} />
        <TwoLines first={fullName} second={businessName} />
      </PartnerLink>
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
        <PartnerLink partnerId={id}>
          View <span className="sr-only">{fullName}</span>
        </PartnerLink>
      </Button>
    ),
  },
]
