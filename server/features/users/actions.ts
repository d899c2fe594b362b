import type { Role } from '#contract/users/roles.ts'
import type { CreateUser } from '#contract/users/users.ts'
import { notify } from '#server/bus/data.ts'
import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import { record } from '#server/domain-events/record.ts'
import { deleteTokensOf } from '#server/features/api-tokens/data.ts'
import { apiTokenRevoked } from '#server/features/api-tokens/events.ts'
import { storedGroup } from '#server/features/audience/groups/data.ts'
import { followMembership } from '#server/features/audience/membership/actions.ts'
import { filledFields } from '#server/features/audit-log/changed-fields.ts'
import { AppError, forbidden, orNotFound, wrongField } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import { canGrant, canTake, isConfiguredAdmin } from './access.ts'
import * as data from './data.ts'
import * as events from './events.ts'
import { enqueueInvitations } from './invitations.ts'

type UserDeps = Pick<Deps, 'db' | 'jobs' | 'settings' | 'sessions'>

const refused = (message: string) => new AppError('forbidden', message)

/**
 * Creates a user and enqueues the welcome email.
 * @throws AppError `conflict` when the email address is taken; `forbidden` when the actor may not grant the role
 */
export const createUser = ({ db, jobs }: UserDeps, actor: Actor, given: CreateUser) =>
  db.transaction(async (tx) => {
    const form = { ...given, partnerGroup: await storedGroup(tx, given.partnerGroup) }
    if (!canGrant(actor, form.role)) throw refused('Only admins can grant the admin role.')
    if (form.role === 'admin') await requireAdmin(tx, actor)
    const id = await data.createUser(tx, form)
    if (!id) {
      const message = 'A user with this email already exists.'
      throw new AppError('conflict', message, { fields: { email: message } })
    }
    await record(tx, events.userCreated, actor, { user: { ...form, id }, after: filledFields(form) })
    await enqueueInvitations({ jobs }, tx, [{ id, email: form.email }])
    return orNotFound(await data.getUser(tx, id))
  })

/**
 * Changes a user's role.
 * @throws AppError `not_found`; `forbidden` when the actor may not change the role; `conflict` when the user has changed since
 */
export const setRole = (
  { db, settings }: UserDeps,
  actor: Actor,
  userId: string,
  role: Role,
  expectedUpdatedAt?: Date,
) =>
  db.transaction(async (tx) => {
    const { user, admins } = await lockWithAdmins(tx, userId)
    requireUnchanged(user, expectedUpdatedAt)
    if (user.role === role) return user
    requireNotErased(user)
    if (user.id === actor.id) throw refused('You cannot change your own role.')
    if (!canGrant(actor, role)) throw refused('Only admins can grant the admin role.')
    if (!canTake(actor, user)) throw refused('Only admins can change the role of an admin.')
    if (role === 'admin' || user.role === 'admin') requireStillAdmin(admins, actor)
    requireNotConfiguredAdmin(user, settings.adminEmail)
    await data.updateUsers(tx, [userId], { role })
    await record(tx, events.userRoleChanged, actor, {
      user,
      role,
      before: { role: user.role },
      after: { role },
    })
    if (user.role === 'admin') await endTokens(tx, actor, userId)
    await tellOfLeftBehind(tx)
    return orNotFound(await data.getUser(tx, userId))
  })

/** Changes a user's group. @throws AppError `not_found`; `forbidden` when the user is erased; `conflict` when the user has changed since */
export const setGroup = (
  { db }: UserDeps,
  actor: Actor,
  userId: string,
  partnerGroup: string | null,
  expectedUpdatedAt?: Date,
) =>
  db.transaction(async (tx) => {
    // The admins are locked, too, so that this waits for an erasure, which locks the partner before the user.
    const { user } = await lockWithAdmins(tx, userId)
    requireUnchanged(user, expectedUpdatedAt)
    requireNotErased(user)
    await changeGroups(tx, actor, [user], partnerGroup)
    return orNotFound(await data.getUser(tx, userId))
  })

/** Changes the group of users, except erased ones. Returns how many changed. @throws AppError `bad_request` when a user does not exist */
export const setGroups = ({ db }: UserDeps, actor: Actor, userIds: string[], partnerGroup: string | null) =>
  db.transaction(async (tx) => {
    const selected = await lockSelected(tx, userIds)
    const users = selected.filter(({ erasedAt }) => !erasedAt)
    return (await changeGroups(tx, actor, users, partnerGroup)).length
  })

/**
 * Changes the group of locked users. Returns those whose group has changed, as they were.
 * @param event what is recorded of each user
 */
export const changeGroups = async (
  tx: Executor,
  actor: Actor,
  selected: data.UserRow[],
  group: string | null,
  event: typeof events.userGroupChanged = events.userGroupChanged,
) => {
  const partnerGroup = await storedGroup(tx, group)
  const users = selected.filter((user) => user.partnerGroup !== partnerGroup)
  if (users.length === 0) return users
  await data.updateUsers(
    tx,
    users.map(({ id }) => id),
    { partnerGroup },
  )
  const changes = users.map((user) => ({
    user,
    group: partnerGroup,
    before: { partnerGroup: user.partnerGroup },
    after: { partnerGroup },
  }))
  await record(tx, event, actor, ...changes)
  await followMembership(
    tx,
    actor.id,
    users.flatMap(({ partnerId }) => partnerId ?? []),
  )
  return users
}

/** Makes pages read again what former staff have left behind, which Needs attention shows with the conversations. */
const tellOfLeftBehind = (tx: Executor) => notify(tx, 'stale', 'inbox')

/** Ends the API tokens of a user who is no longer an active admin. They do not return with the user's access. */
const endTokens = async (tx: Executor, actor: Actor, userId: string) => {
  const ended = await deleteTokensOf(tx, userId)
  await record(tx, apiTokenRevoked, actor, ...ended.map((apiToken) => ({ apiToken })))
}

/**
 * Disables or enables a user. Disabling ends their sessions and API tokens, so that enabling does not revive them.
 * @throws AppError `not_found`; `forbidden` for oneself and for the account of `ADMIN_EMAIL`
 */
export const setDisabled = (
  { db, settings, sessions }: UserDeps,
  actor: Actor,
  userId: string,
  disabled: boolean,
) =>
  db.transaction(async (tx) => {
    const { user, admins } = await lockWithAdmins(tx, userId)
    if ((user.disabledAt !== null) === disabled) return user
    if (user.id === actor.id) throw refused('You cannot disable your own account.')
    requireStillAdmin(admins, actor)
    requireNotErased(user)
    if (disabled) requireNotConfiguredAdmin(user, settings.adminEmail)
    const disabledAt = disabled ? new Date() : null
    if (disabled) await sessions.endOf(tx, { userId })
    await data.updateUsers(tx, [userId], { disabledAt })
    if (!disabled && user.partnerId) await followMembership(tx, actor.id, [user.partnerId])
    const changes = { before: { disabledAt: user.disabledAt }, after: { disabledAt } }
    await record(tx, disabled ? events.userDisabled : events.userEnabled, actor, { user, ...changes })
    if (disabled) await endTokens(tx, actor, userId)
    await tellOfLeftBehind(tx)
    return orNotFound(await data.getUser(tx, userId))
  })

/**
 * Sends the selected users an invitation, except users who are disabled, opted out, or were invited too often within a day.
 * @throws AppError `bad_request` when a user does not exist
 */
export const inviteUsers = ({ db, jobs }: UserDeps, actor: Actor, userIds: string[]) =>
  db.transaction(async (tx) => {
    const selected = await lockSelected(tx, userIds)
    const { invited, leftOut } = await inviteSelected({ jobs }, tx, selected)
    await record(tx, events.userInvited, actor, ...invited.map((user) => ({ user })))
    return {
      queued: invited.length,
      skipped: leftOut.disabled + leftOut.opted_out,
      limited: leftOut.invited_often,
    }
  })

/** Enqueues invitations of locked users. Returns the users who get one, and how many do not, by reason. */
export const inviteSelected = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  selected: data.UserRow[],
) => {
  const enabled = selected.filter(({ disabledAt }) => !disabledAt)
  const uninvitable = await data.listUninvitable(
    tx,
    enabled.map(({ id }) => id),
  )
  const users = enabled.filter(({ id }) => !uninvitable.has(id))
  const invited = await enqueueInvitations({ jobs }, tx, users)
  const leftOut = {
    disabled: selected.length - enabled.length,
    opted_out: enabled.length - users.length,
    invited_often: users.length - invited.length,
  }
  return { invited, leftOut }
}

/** Refuses to change a user who was erased. @throws AppError `forbidden` */
export const requireNotErased = (user: Pick<data.UserRow, 'erasedAt'>) => {
  if (user.erasedAt) throw refused('This user has been erased.')
}

/** Returns the user, and locks the user and all admins against concurrent changes. */
export const lockWithAdmins = async (tx: Executor, userId: string) => {
  const admins = await data.lockAdmins(tx)
  const [user] = await data.lockUsers(tx, [userId])
  return { user: orNotFound(user), admins }
}

/**
 * Refuses an actor who is no longer an admin, as shown by the locked rows: of two admins who revoke each other's role, the second has lost
 * theirs. Nobody revokes their own role, so one admin always remains. @throws AppError `forbidden`
 */
export const requireStillAdmin = (admins: string[], actor: Actor) => {
  if (!admins.includes(actor.id)) throw forbidden()
}

const requireAdmin = async (tx: Executor, actor: Actor) => requireStillAdmin(await data.lockAdmins(tx), actor)

export const requireNotConfiguredAdmin = (user: { email: string }, adminEmail: string | undefined) => {
  if (isConfiguredAdmin(user, adminEmail)) {
    throw refused("This account must stay an admin: it is set in the portal's settings.")
  }
}

const lockSelected = async (tx: Executor, userIds: string[]) => {
  const ids = [...new Set(userIds)]
  // Admins are locked first, as in `lockWithAdmins`: another order could deadlock.
  await data.lockAdmins(tx)
  const selected = await data.lockUsers(tx, ids)
  if (selected.length < ids.length) {
    throw wrongField('userIds', 'A selected user no longer exists. Reload and select again.')
  }
  return selected
}
