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

export const none = <span className="text-muted">None</span>
const never = <span className="text-muted">Never</span>

export const narrowClassName = 'md:w-px whitespace-nowrap tabular-nums'

/** A column whose heading is text, so that it can be chosen by it. */
export type PartnerColumn = Column<PartnerRow> & { heading: string }

/** Returns the sortable columns of tables of partners: who they are, and how far they are in onboarding. */
export const partnerColumns = (now: number) =>
  ({
    name: {
      id: 'name',
      heading: 'Partner',
      lead: true,
      sort: 'name',
      className: 'md:w-[22%] max-md:pr-11!',
      cell: ({ id, fullName, businessName }) => (
        <PartnerLink partnerId={id} className="flex min-w-0 items-center gap-3 rounded-mark">
          <span className="md:max-xl:hidden">
            <Avatar initials={initials(splitName(fullName))} />
          </span>
          <TwoLines first={fullName} second={businessName} whole />
        </PartnerLink>
      ),
    },
    group: {
      id: 'group',
      heading: 'Group',
      sort: 'group',
      className: 'md:w-[16%]',
      cell: ({ user }) => (user.partnerGroup ? <RowText>{user.partnerGroup}</RowText> : none),
    },
    status: {
      id: 'status',
      heading: 'Status',
      sort: 'status',
      className: narrowClassName,
      cell: ({ onboardingStatus }) => {
        const { label, tone } = onboardingLabel(onboardingStatus)
        return <Badge tone={tone}>{label}</Badge>
      },
    },
    agreements: {
      id: 'agreements',
      heading: 'Agreements',
      sort: 'agreements',
      className: narrowClassName,
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
    },
    tasks: {
      id: 'tasks',
      heading: 'Open tasks',
      sort: 'tasks',
      className: narrowClassName,
      cell: ({ openTasks, isOverdue }) => (
        <span>
          {openTasks > 0 ? formatNumber(openTasks) : none}
          <span className="max-md:hidden"> open</span>
          {isOverdue && <span className="text-danger">, overdue</span>}
        </span>
      ),
    },
    seen: {
      id: 'seen',
      heading: 'Last seen',
      sort: 'seen',
      className: narrowClassName,
      cell: ({ lastSeenAt }) => (lastSeenAt ? <Ago at={lastSeenAt} now={now} /> : never),
    },
    contact: {
      id: 'contact',
      heading: 'Last contact',
      sort: 'contact',
      className: narrowClassName,
      cell: ({ lastContactAt }) => (lastContactAt ? <Ago at={lastContactAt} now={now} /> : never),
    },
  }) satisfies Record<string, PartnerColumn>
