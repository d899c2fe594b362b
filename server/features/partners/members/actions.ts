import { invitationsPerDay, maxMembers, memberInvitationsPerDay } from '#contract/limits.ts'
import type { InviteMember, UpdateMember } from '#contract/partners/members.ts'
import { isStaff } from '#contract/users/roles.ts'
import type { Executor, Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import { lockAdmins, lockUsers } from '#server/features/users/data.ts'
import { requireStepUp } from '#server/http/access.ts'
import { AppError, forbidden, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { countMailsOfDay, logQueuedMail } from '#server/mail/data.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { lockProfile, type PartnerProfileRow } from '../profile/data.ts'
import * as data from './data.ts'
import { invitationSubject, ownershipSubject } from './emails.ts'
import * as events from './events.ts'

type MemberDeps = Pick<Deps, 'db' | 'jobs'>

const daySeconds = 86_400

/**
 * Locks a partner, so that all changes of its people happen one after the other.
 * @throws AppError `not_found`; `forbidden` for somebody who is neither staff nor the owner, as the locked row shows
 */
const lockAsOwner = async (tx: Executor, actor: Actor, partnerId: string) => {
  const profile = orNotFound(await lockProfile(tx, partnerId))
  if (!isStaff(actor.role) && profile.userId !== actor.id) throw forbidden()
  return profile
}

const memberOf = async (tx: Executor, partnerId: string, id: string) =>
  orNotFound(await data.getMember(tx, partnerId, id))

const conflict = (message: string, fields?: Record<string, string>) =>
  new AppError('conflict', message, fields && { fields })

const requireOpen = ({ userId }: data.MemberRow) => {
  if (userId !== null) throw conflict('This person has already joined.')
}

/** Requires somebody who has joined, and returns the id of their user. */
const requireJoined = ({ userId }: data.MemberRow) => {
  if (userId === null) throw conflict('This person has not joined yet.')
  return userId
}

/** The fields of a person that the audit log shows. */
const auditedFields = ({ email, title, canSign }: Pick<data.MemberRow, 'email' | 'title' | 'canSign'>) => ({
  email,
  title,
  canSign,
})

/**
 * Invites somebody to a partner. The result is the same whether or not the address has an account.
 * @throws AppError `forbidden` for anybody but the owner and staff; `step_up_required` for the right to sign; `conflict` when the address is
 * a member or invited already, or the partner is full; `too_many_requests` when too many invitations were sent within a day
 */
export const inviteMember = (deps: MemberDeps, actor: SignedInUser, partnerId: string, form: InviteMember) =>
  deps.db.transaction(async (tx) => {
    const partner = await lockAsOwner(tx, actor, partnerId)
    if (form.canSign) requireStepUp(actor)
    const known = await data.findMemberByEmail(tx, partnerId, form.email)
    if (known) {
      const message =
        known.userId === null ? 'This address is already invited.' : 'This address is already a member.'
      throw conflict(message, { email: message })
    }
    if ((await data.countMembers(tx, partnerId)) >= maxMembers) {
      throw conflict(`A partner has at most ${maxMembers} people.`)
    }
    await requireBelowLimits(tx, partnerId, form.email)
    const id = await data.insertMember(tx, { ...form, partnerId, invitedBy: actor.id, invitedAt: new Date() })
    await enqueueInvitation(deps, tx, { memberId: id, email: form.email })
    const member = await memberOf(tx, partnerId, id)
    await record(tx, events.memberInvited, actor, { partner, after: auditedFields(member) })
    return member
  })

/**
 * Sends an open invitation again.
 * @throws AppError `not_found`; `forbidden` as `inviteMember`; `conflict` when it is accepted; `too_many_requests`
 */
export const resendInvitation = (deps: MemberDeps, actor: Actor, partnerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const partner = await lockAsOwner(tx, actor, partnerId)
    const member = await memberOf(tx, partnerId, id)
    requireOpen(member)
    await requireBelowLimits(tx, partnerId, member.email)
    await data.updateMember(tx, id, { invitedAt: new Date() })
    await enqueueInvitation(deps, tx, { memberId: id, email: member.email })
    await record(tx, events.memberInvited, actor, { partner, after: auditedFields(member) })
    return memberOf(tx, partnerId, id)
  })

const tooMany = (message: string) => new AppError('too_many_requests', message, { retryAfter: daySeconds })

const requireBelowLimits = async (tx: Executor, partnerId: string, email: string) => {
  if ((await data.countInvitationsOfDay(tx, partnerId)) >= memberInvitationsPerDay) {
    throw tooMany(`At most ${memberInvitationsPerDay} invitations can be sent a day. Try again tomorrow.`)
  }
  const sent = await countMailsOfDay(tx, 'member_invitation', [email])
  if ((sent.get(email.toLowerCase()) ?? 0) >= invitationsPerDay) {
    throw tooMany('This address was sent several invitations today. Try again tomorrow.')
  }
}

const enqueueInvitation = async (
  { jobs }: MemberDeps,
  tx: Transaction,
  { memberId, email }: { memberId: string; email: string },
) => {
  const mail = { recipient: email, subject: invitationSubject, type: 'member_invitation' }
  await jobs.enqueue(tx, 'member-mail', { memberId, logId: await logQueuedMail(tx, mail) })
}

/**
 * Changes the title and the right to sign of a person.
 * @throws AppError `not_found`; `forbidden` as `inviteMember`; `step_up_required` to grant the right to sign; `conflict` for the right of the
 * owner, and when the person was changed meanwhile
 */
export const updateMember = (
  { db }: Pick<Deps, 'db'>,
  actor: SignedInUser,
  partnerId: string,
  id: string,
  { updatedAt, ...change }: UpdateMember,
) =>
  db.transaction(async (tx) => {
    const partner = await lockAsOwner(tx, actor, partnerId)
    const person = await memberOf(tx, partnerId, id)
    requireUnchanged(person, updatedAt)
    const changes = changedFields(person, change)
    if (!changes) return person
    const { canSign } = changes.after as UpdateMember
    if (person.isOwner && canSign !== undefined) throw conflict('The owner always signs.')
    if (canSign) requireStepUp(actor)
    await data.updateMember(tx, id, change)
    const changed = { partner, businessName: partner.businessName, person, canSign, ...changes }
    await record(tx, events.memberChanged, actor, changed)
    return memberOf(tx, partnerId, id)
  })

/**
 * Ends a membership or withdraws an invitation. Members may end their own.
 * @throws AppError `not_found`; `forbidden` for anybody but the owner, staff and the person; `conflict` for the owner
 */
export const removeMember = ({ db }: Pick<Deps, 'db'>, actor: Actor, partnerId: string, id: string) =>
  db.transaction(async (tx) => {
    const partner = orNotFound(await lockProfile(tx, partnerId))
    const person = await memberOf(tx, partnerId, id)
    const isOwn = person.userId === actor.id
    if (!isOwn && !isStaff(actor.role) && partner.userId !== actor.id) throw forbidden()
    if (person.isOwner) throw conflict('The owner cannot leave before somebody else is the owner.')
    await data.deleteMember(tx, id)
    const before = auditedFields(person)
    if (person.userId === null) await record(tx, events.invitationWithdrawn, actor, { partner, before })
    else await record(tx, events.memberRemoved, actor, { partner, person, isOwn, before })
  })

/**
 * Offers a person to become the owner, who has to accept. An earlier offer ends.
 * @throws AppError `not_found`; `forbidden` as `inviteMember`; `conflict` for an open invitation and for the owner
 */
export const offerOwnership = (deps: MemberDeps, actor: Actor, partnerId: string, id: string) =>
  deps.db.transaction(async (tx) => {
    const partner = await lockAsOwner(tx, actor, partnerId)
    const person = await memberOf(tx, partnerId, id)
    requireJoined(person)
    if (person.isOwner) throw alreadyOwner()
    if (person.isOfferedOwnership) return person
    await data.withdrawOffer(tx, partnerId)
    await data.updateMember(tx, id, { ownershipOfferedAt: new Date(), ownershipOfferedBy: actor.id })
    const mail = { recipient: person.email, subject: ownershipSubject, type: 'member_invitation' }
    await deps.jobs.enqueue(tx, 'member-mail', { memberId: id, logId: await logQueuedMail(tx, mail) })
    await record(tx, events.ownershipOffered, actor, { partner, after: auditedFields(person) })
    return memberOf(tx, partnerId, id)
  })

const alreadyOwner = () => conflict('This person is the owner already.')

/** Withdraws the offer to become the owner. @throws AppError `not_found`; `forbidden` as `inviteMember` */
export const withdrawOwnership = ({ db }: Pick<Deps, 'db'>, actor: Actor, partnerId: string, id: string) =>
  db.transaction(async (tx) => {
    const partner = await lockAsOwner(tx, actor, partnerId)
    const person = await memberOf(tx, partnerId, id)
    if (!person.isOfferedOwnership) return person
    await data.withdrawOffer(tx, partnerId)
    await record(tx, events.ownershipWithdrawn, actor, { partner, before: auditedFields(person) })
    return memberOf(tx, partnerId, id)
  })

/**
 * Makes a person the owner at once, as staff.
 * @throws AppError `not_found`; `conflict` for an open invitation, for the owner, and for somebody who is staff or owns another partner
 */
export const setOwner = ({ db }: Pick<Deps, 'db'>, actor: Actor, partnerId: string, id: string) =>
  db.transaction(async (tx) => {
    const locked = await lockForNewOwner(tx, partnerId, id)
    await moveOwnership(tx, actor, locked)
    return memberOf(tx, partnerId, id)
  })

/**
 * Locks a partner, the person who becomes its owner, and the former owner. The admins are locked first, because changes of groups and
 * erasures begin with them.
 */
export const lockForNewOwner = async (tx: Executor, partnerId: string, id: string) => {
  await lockAdmins(tx)
  const partner = orNotFound(await lockProfile(tx, partnerId))
  const person = await memberOf(tx, partnerId, id)
  const users = await lockUsers(tx, [partner.userId, requireJoined(person)])
  return { partner, person, user: orNotFound(users.find((user) => user.id === person.userId)) }
}

/** Moves the ownership to a locked person. @throws AppError `conflict` when that person cannot own this partner */
export const moveOwnership = async (
  tx: Executor,
  actor: Actor,
  { partner, person, user }: Awaited<ReturnType<typeof lockForNewOwner>>,
) => {
  if (person.isOwner) throw alreadyOwner()
  if (isStaff(user.role)) throw conflict('Staff cannot own a partner.')
  if (user.disabledAt) throw conflict('This user is disabled.')
  const { id: partnerId, businessName, userId: formerId }: PartnerProfileRow = partner
  if (await data.ownsOtherPartner(tx, user.id, partnerId)) {
    throw conflict('Somebody who owns a partner cannot own a second one.')
  }
  await data.setOwner(tx, partnerId, formerId, user.id)
  await record(tx, events.ownerChanged, actor, {
    partner,
    businessName,
    ownerId: user.id,
    formerId,
    before: { userId: formerId },
    after: { userId: user.id },
  })
}
