import { Link } from 'wouter'
import { agreementsAddress } from '#client/domain/agreements/agreements-address.ts'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { RowText, TwoLines } from '#client/ui/row-text.tsx'
import type { PartnerRow } from '#contract/partners/partners.ts'
import { Ago } from './day.tsx'
import { PartnerLink } from './partner-link.tsx'
import { initials, splitName } from './person-name.ts'

const none = <span className="text-muted">None</span>
const never = <span className="text-muted">Never</span>

type PartnerColumns = {
  now: number
  /** A column between the partner and the onboarding status. */
  contact?: Column<PartnerRow>
  last: Column<PartnerRow>
}

/** Returns the sortable columns of a table of partners: who they are, and how far they are in onboarding. */
export const partnerColumns = ({ now, contact, last }: PartnerColumns): Column<PartnerRow>[] => [
  {
    id: 'name',
    heading: 'Partner',
    lead: true,
    sort: 'name',
    className: contact ? 'md:w-[36%]' : 'md:w-[50%]',
    cell: ({ id, fullName, businessName }) => (
      <PartnerLink partnerId={id} className="flex min-w-0 items-center gap-3 rounded-mark">
        <span className="md:max-xl:hidden">
          <Avatar initials={initials(splitName(fullName))} />
        </span>
        <TwoLines first={fullName} second={businessName} />
      </PartnerLink>
    ),
  },
  ...(contact ? [contact] : []),
  {
    id: 'group',
    heading: 'Group',
    sort: 'group',
    className: 'md:w-[24%]',
    cell: ({ user }) => (user.partnerGroup ? <RowText>{user.partnerGroup}</RowText> : none),
    below: {
      id: 'status',
      heading: 'Status',
      sort: 'status',
      cell: ({ onboardingStatus }) => {
        const { label, tone } = onboardingLabel(onboardingStatus)
        return <Badge tone={tone}>{label}</Badge>
      },
    },
  },
  {
    id: 'agreements',
    heading: 'Agreements',
    sort: 'agreements',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ id, agreements: { signed, total } }) =>
      total > 0 ? (
        <Link
          href={agreementsAddress({ partnerId: id, status: 'not_void' })}
          className="rounded-mark hover:underline"
        >
          {`${signed} of ${total} signed`}
        </Link>
      ) : (
        none
      ),
    below: {
      id: 'tasks',
      heading: 'Open tasks',
      sort: 'tasks',
      cell: ({ openTasks }) => (
        <>
          {openTasks > 0 ? formatNumber(openTasks) : none}
          <span className="max-md:hidden"> open</span>
        </>
      ),
    },
  },
  {
    id: 'seen',
    heading: 'Last seen',
    sort: 'seen',
    className: 'md:w-px whitespace-nowrap',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Ago at={lastSeenAt} now={now} /> : never),
    below: {
      id: 'contact',
      heading: 'Last contact',
      sort: 'contact',
      cell: ({ lastContactAt }) => (lastContactAt ? <Ago at={lastContactAt} now={now} /> : never),
    },
  },
  last,
]
