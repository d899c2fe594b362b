import { partnerColumns } from '#client/domain/partner-columns.tsx'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { Button } from '#client/ui/button.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import type { PartnerRow } from '#contract/partners/partners.ts'
import { UserBadges } from '../linked-user.tsx'

export const listColumns = (now: number) =>
  partnerColumns({
    now,
    contact: {
      id: 'user',
      heading: 'Email and user',
      className: 'md:w-[30%]',
      cell: (partner) => <Contact {...partner} />,
    },
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
