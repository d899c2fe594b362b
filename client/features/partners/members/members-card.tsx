import { UserPlus } from 'lucide-react'
import { Link } from 'wouter'
import { initials, personName } from '#client/domain/person-name.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { QueryState } from '#client/ui/query-state.tsx'
import type { Member } from '#contract/partners/members.ts'
import type { PartnerProfile } from '#contract/partners/profile.ts'
import { InviteMemberDialog } from './lazy-dialogs.ts'
import type { Invitee } from './member-forms.tsx'
import { useOwnMembers } from './queries.ts'

/** The number of people that the card shows besides the owner. */
const shownMembers = 3

const lineClassName = 'flex min-h-14 items-center gap-3 px-4 py-2 sm:px-5'

/** A card for the owner with the people of the partner, which offers to invite the marketing contact of the profile. */
export function MembersCard({ profile }: { profile: PartnerProfile }) {
  const query = useOwnMembers(true)
  const account = useAddressDialog('account')
  const invite = (invitee?: Invitee) => (opening: DialogOpening) => (
    <InviteMemberDialog {...opening} partner={{ ...profile, isOwn: true }} {...(invitee && { invitee })} />
  )
  return (
    <Card
      title="People"
      actions={
        <Button icon={UserPlus} size="small" opens={invite()}>
          Invite
        </Button>
      }
      flush
    >
      <QueryState
        query={query}
        failure={{ title: 'The people of your partner could not be loaded' }}
        failureClassName="p-4"
      >
        {(members) => {
          const contact = contactToInvite(profile, members)
          const others = members.filter(({ role }) => role !== 'owner')
          return (
            <>
              {others.length === 0 && !contact && (
                <p className={`${lineClassName} text-muted`}>
                  Only you so far. Invite the people who work with you.
                </p>
              )}
              <ul className="divide-y divide-line">
                {others.slice(0, shownMembers).map((member) => (
                  <li key={member.id} className={lineClassName}>
                    <Avatar initials={initials(member)} />
                    <div className="min-w-0 flex-1">
                      <p className="wrap-anywhere font-medium">{personName(member)}</p>
                      {member.title && <p className="wrap-anywhere text-13 text-muted">{member.title}</p>}
                    </div>
                    {!member.acceptedAt && <Badge tone="caution">Invited</Badge>}
                  </li>
                ))}
                {contact && (
                  <li className={lineClassName}>
                    <Avatar initials={initials(contact)} />
                    <div className="min-w-0 flex-1">
                      <p className="wrap-anywhere font-medium">{personName(contact)}</p>
                      <p className="text-13 text-muted">Your marketing contact, not invited yet</p>
                    </div>
                    <Button size="small" opens={invite(contact)} aria-label={`Invite ${personName(contact)}`}>
                      Invite
                    </Button>
                  </li>
                )}
              </ul>
            </>
          )
        }}
      </QueryState>
      <footer className="border-line border-t px-4 py-1.5 sm:px-5">
        <Link {...account.linkTo('people')} className="text-link text-13 touch:inline-block touch:py-3">
          View all<span className="sr-only"> people</span>
        </Link>
      </footer>
    </Card>
  )
}

/** Returns the marketing contact of the profile as somebody to invite; undefined if they belong to the partner or are invited. */
const contactToInvite = (
  { mainMarketingContact, marketingContactEmail }: PartnerProfile,
  members: Member[],
): Invitee | undefined => {
  const email = marketingContactEmail?.trim() ?? ''
  const isKnown = members.some((member) => member.email.toLowerCase() === email.toLowerCase())
  const [firstName = '', ...lastNames] = mainMarketingContact.trim().split(/\s+/)
  return email && !isKnown
    ? { email, firstName, lastName: lastNames.join(' '), title: 'Marketing contact' }
    : undefined
}
