import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { formatNumber } from '#client/lib/format.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { OneLine, TwoLines } from '#client/ui/row-text.tsx'
import type { PartnerRow } from '#contract/partners/partners.ts'
import { Ago } from './day.tsx'
import { PartnerLink } from './partner-link.tsx'
import { initials, splitName } from './person-name.ts'

const none = <span className="text-muted">None</span>
const never = <span className="text-muted">Never</span>

type PartnerColumns = {
  now: number
  /** Between the partner and how far they are. */
  contact?: Column<PartnerRow>
  last: Column<PartnerRow>
}

/** The columns of a table of partners, which can be sorted by them: who they are and how far. */
export const partnerColumns = ({ now, contact, last }: PartnerColumns): Column<PartnerRow>[] => [
  {
    id: 'name',
    heading: 'Partner',
    lead: true,
    sort: 'name',
    className: contact ? 'md:w-[40%] md:max-w-0' : 'md:w-[60%] md:max-w-0',
    cell: ({ id, fullName, businessName }) => (
      <PartnerLink partnerId={id} className="flex min-w-0 items-center gap-3 rounded-mark">
        <Avatar initials={initials(splitName(fullName))} />
        <TwoLines first={fullName} second={businessName} />
      </PartnerLink>
    ),
  },
  ...(contact ? [contact] : []),
  {
    id: 'group',
    heading: 'Group',
    sort: 'group',
    className: 'md:w-[30%] md:max-w-0 md:max-xl:hidden',
    cell: ({ user }) => (user.partnerGroup ? <OneLine>{user.partnerGroup}</OneLine> : none),
  },
  {
    id: 'status',
    heading: 'Status',
    sort: 'status',
    className: 'md:w-px',
    cell: ({ onboardingStatus }) => {
      const { label, tone } = onboardingLabel(onboardingStatus)
      return <Badge tone={tone}>{label}</Badge>
    },
  },
  {
    id: 'agreements',
    heading: 'Agreements',
    sort: 'agreements',
    className: 'md:w-px whitespace-nowrap tabular-nums',
    cell: ({ agreements: { signed, total } }) =>
      total > 0 ? (
        <span title={`${signed} of ${total} signed`}>
          {`${signed} of ${total}`}
          <span className="md:sr-only"> signed</span>
        </span>
      ) : (
        none
      ),
  },
  {
    id: 'tasks',
    heading: 'Open tasks',
    sort: 'tasks',
    className: classNames('md:w-px whitespace-nowrap tabular-nums', contact && 'md:max-xl:hidden'),
    cell: ({ openTasks }) => (openTasks > 0 ? formatNumber(openTasks) : none),
  },
  {
    id: 'seen',
    heading: 'Last seen',
    sort: 'seen',
    className: 'md:w-px whitespace-nowrap md:max-xl:hidden',
    cell: ({ lastSeenAt }) => (lastSeenAt ? <Ago at={lastSeenAt} now={now} /> : never),
  },
  {
    id: 'contact',
    heading: 'Last contact',
    sort: 'contact',
    // Below, the names would be cut.
    className: 'md:w-px whitespace-nowrap md:max-2xl:hidden',
    cell: ({ lastContactAt }) => (lastContactAt ? <Ago at={lastContactAt} now={now} /> : never),
  },
  last,
]
