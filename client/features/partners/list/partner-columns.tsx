import { Ago, Day } from '#client/domain/day.tsx'
import { narrowClassName, none, type PartnerColumn, partnerColumns } from '#client/domain/partner-columns.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { Button } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { PartnerRow } from '#contract/partners/partners.ts'
import { states } from '#contract/partners/us-states.ts'
import { UserBadges } from '../linked-user.tsx'

/** Returns the columns that staff can choose, in the order in which they are offered. */
export const offeredColumns = (now: number): PartnerColumn[] => {
  const { name: _lead, group, status, ...others } = partnerColumns(now)
  return [
    {
      id: 'user',
      heading: 'Email and user',
      className: 'md:w-[27%]',
      cell: (partner) => <Contact {...partner} />,
    },
    group,
    status,
    {
      id: 'state',
      heading: 'State',
      sort: 'state',
      className: narrowClassName,
      cell: ({ state }) => <span title={states[state as keyof typeof states]}>{state}</span>,
    },
    {
      id: 'manager',
      heading: 'Manager',
      sort: 'manager',
      className: 'md:w-[13%]',
      cell: ({ manager }) => (manager ? <RowText>{manager.name}</RowText> : none),
    },
    {
      id: 'tags',
      heading: 'Tags',
      className: 'md:w-[13%]',
      cell: ({ tags }) =>
        tags.length > 0 ? <RowText>{tags.map(({ name }) => name).join(', ')}</RowText> : none,
    },
    {
      id: 'invited',
      heading: 'Invited',
      sort: 'invited',
      className: 'md:w-[13%]',
      cell: (partner) => <Invited {...partner} now={now} />,
    },
    ...Object.values(others),
    {
      id: 'created',
      heading: 'Added',
      sort: 'created',
      className: narrowClassName,
      cell: ({ createdAt }) => <Day at={createdAt} />,
    },
  ]
}

/** The columns that show until the user has chosen some. A narrow screen has fewer, so that the rows stay low. */
export const initialColumns = {
  wide: ['user', 'group', 'status', 'manager', 'invited', 'agreements', 'tasks', 'seen', 'contact'],
  narrow: ['user', 'group', 'status', 'manager', 'agreements', 'tasks'],
}

/** Returns the first and the last column, which always show. */
export const fixedColumns = (now: number): Record<'lead' | 'last', Column<PartnerRow>> => ({
  lead: partnerColumns(now).name,
  last: {
    id: 'view',
    heading: <span className="sr-only">Details</span>,
    align: 'end',
    className: 'md:w-px',
    cell: ({ id, fullName }) => (
      <Button asChild size="small">
        <PartnerLink partnerId={id}>
          View <span className="sr-only">{fullName}</span>
        </PartnerLink>
      </Button>
    ),
  },
})

/** When the owner was invited, and whether anybody came. */
function Invited({ invitedAt, hasSignedIn, now }: PartnerRow & { now: number }) {
  if (!invitedAt) return <span className="text-muted">{hasSignedIn ? 'Signed in' : 'Never invited'}</span>
  return (
    <span>
      <Ago at={invitedAt} now={now} />
      {!hasSignedIn && <span className="text-caution">, never signed in</span>}
    </span>
  )
}

/** The email address of the partner, and the name and address of the linked user if they differ from those in the row. */
function Contact({ fullName, email, user }: PartnerRow) {
  const name = personName({ ...user, fullName })
  const more = [
    name !== fullName && name !== user.email && name,
    user.email.toLowerCase() !== email.toLowerCase() && `Signs in as ${user.email}`,
  ].filter((line) => line !== false)
  return (
    <span className="min-w-0 text-13 md:block">
      <RowText>{email}</RowText>
      <span className="flex min-w-0 items-center gap-2 text-muted">
        <UserBadges user={user} className="*:h-5" />
        {more.length > 0 && <RowText>{more.join(' · ')}</RowText>}
      </span>
    </span>
  )
}
