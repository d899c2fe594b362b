import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { notFound, orNotFound } from '#server/http/app-error.ts'
import { isFinal, logSkippedMail } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import { linkTo } from '#server/mail/links.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { lockProfile } from '../../profile/data.ts'
import { lockForNewOwner, moveOwnership } from '../actions.ts'
import * as members from '../data.ts'
import { invitationEmail, invitationSubject, ownershipEmail, ownershipSubject } from '../emails.ts'
import * as events from '../events.ts'
import * as data from './data.ts'

const findInvitation = async (tx: Executor, user: SignedInUser, id: string) => {
  // Staff cannot become members.
  if (isStaff(user.role)) throw notFound()
  return orNotFound(await data.getInvitation(tx, user, id))
}

/**
 * Accepts an invitation to join a partner or to become its owner.
 * @throws AppError `not_found` when there is no such invitation for the user; `conflict` for somebody who owns another partner
 */
export const acceptInvitation = ({ db }: Pick<Deps, 'db'>, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const { kind, partnerId } = await findInvitation(tx, user, id)
    if (kind === 'ownership') {
      const locked = await lockForNewOwner(tx, partnerId, id)
      // The offer may have been withdrawn, or made to somebody else, while this waited for the lock.
      if (!locked.person.isOfferedOwnership || locked.user.id !== user.id) throw notFound()
      return moveOwnership(tx, user, locked)
    }
    const partner = orNotFound(await lockProfile(tx, partnerId))
    await findInvitation(tx, user, id)
    const person = orNotFound(await members.getMember(tx, partnerId, id))
    const now = new Date()
    await members.updateMember(tx, id, { userId: user.id, acceptedAt: now, lastSeenAt: now })
    await members.takeEnteredNames(tx, user.id, person)
    const { title, canSign } = person
    await record(tx, events.memberJoined, user, { partner, after: { email: user.email, title, canSign } })
  })

/** Declines an invitation. @throws AppError `not_found` when there is no such invitation for the user */
export const declineInvitation = ({ db }: Pick<Deps, 'db'>, user: SignedInUser, id: string) =>
  db.transaction(async (tx) => {
    const { partnerId } = await findInvitation(tx, user, id)
    const partner = orNotFound(await lockProfile(tx, partnerId))
    const { kind } = await findInvitation(tx, user, id)
    const declined = { partner, before: { email: user.email } }
    if (kind === 'membership') {
      await members.deleteMember(tx, id)
      await record(tx, events.invitationDeclined, user, declined)
    } else {
      await members.withdrawOffer(tx, partnerId)
      await record(tx, events.ownershipDeclined, user, declined)
    }
  })

/** The job that sends an invitation or an offer of ownership, unless it was withdrawn meanwhile. */
export const sendMemberMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { memberId, logId }: { memberId: string; logId: string },
) => {
  const { db, settings, baseUrl } = deps
  if (await isFinal(db, logId)) return
  const skip = (reason: string) => logSkippedMail(db, logId, reason)
  const reader = await data.getReader(db, memberId)
  if (!reader) return skip('The invitation was withdrawn before the email could be sent.')
  // The inviter does not learn that the address is one of staff, who cannot become members.
  if (!reader.canJoin) return skip('The address is one of staff, or of a disabled user.')
  const invitation = await data.getInvitation(db, reader, memberId)
  if (!invitation) return skip('The invitation was accepted or withdrawn before the email could be sent.')
  const { kind } = invitation
  const url = `${baseUrl()}/api/login?returnTo=${encodeURIComponent(linkTo.home)}`
  const about = reader.invitedBy === null ? [] : [reader.invitedBy]
  const written =
    kind === 'membership'
      ? invitationEmail(settings.companyName, { ...invitation, email: reader.email }, url)
      : ownershipEmail(invitation, url)
  await deliver(deps, mailer, logId, {
    to: reader.email,
    subject: kind === 'membership' ? invitationSubject : ownershipSubject,
    content: { ...written, about },
  })
}
