import type { z } from 'zod'
import type { UpdateUser } from '#contract/users/users.ts'
import type { Transaction } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { record } from '#server/domain-events/record.ts'
import { changedFields } from '#server/features/audit-log/changed-fields.ts'
import {
  deleteIdentities,
  deleteOpenAttempt,
  forgetAddress,
  lockAddress,
} from '#server/features/sign-in/data.ts'
import { requireStepUp } from '#server/http/access.ts'
import { AppError, orNotFound } from '#server/http/app-error.ts'
import { requireUnchanged } from '#server/http/edit-conflict.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { claimMails, getRecipient, logQueuedMail, noRefusal } from '#server/mail/data.ts'
import { deliver } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { SignedInUser } from '#server/sessions/data.ts'
import { canTake } from './access.ts'
import { lockWithAdmins, requireNotConfiguredAdmin, requireNotErased } from './actions.ts'
import * as data from './data.ts'
import { emailChangedEmail, emailChangedSubject } from './emails.ts'
import { userChanged } from './events.ts'

const refused = (message: string) => new AppError('forbidden', message)

const emailTaken = () => {
  const message = 'A user with this email already exists.'
  return new AppError('conflict', message, { fields: { email: message } })
}

/**
 * Changes a user's names and email address. The former address gets an email and can no longer be used to sign in: sessions end. Passkeys
 * and "This wasn't me" links stay, since they belong to the user, not to the address.
 * @throws AppError `not_found`; `forbidden` when the actor may not change the user; `step_up_required` for another address; `conflict` when
 * the address is taken or the user has changed since
 */
export const updateUser = (
  { db, jobs, settings, sessions }: Pick<Deps, 'db' | 'jobs' | 'settings' | 'sessions'>,
  actor: SignedInUser,
  userId: string,
  { updatedAt: expectedUpdatedAt, ...change }: z.output<typeof UpdateUser>,
) =>
  db.transaction(async (tx) => {
    const { email: former } = orNotFound(await data.getUser(tx, userId))
    // The addresses are locked before the user, as when signing in.
    for (const address of [former, change.email].sort()) await lockAddress(tx, address)
    const isNewAddress = former.toLowerCase() !== change.email.toLowerCase()
    if (isNewAddress) {
      // A sign-in that is under way also locks its attempt before the user.
      await forgetAddress(tx, former)
      await deleteOpenAttempt(tx, change.email)
    }
    const { user } = await lockWithAdmins(tx, userId)
    requireUnchanged(user, expectedUpdatedAt)
    // The address has changed in the meantime, so nobody has locked the current one.
    if (user.email !== former)
      throw new AppError('conflict', 'Someone else has changed this user. Try again.')
    requireNotErased(user)
    if (!canTake(actor, user)) throw refused('Only admins can change an admin.')
    const changes = changedFields(user, change)
    if (!changes) return user
    if (isNewAddress) {
      if (user.id === actor.id) throw refused('You cannot change your own email.')
      requireNotConfiguredAdmin(user, settings.adminEmail)
      requireStepUp(actor, true)
      if (await data.isEmailTaken(tx, change.email)) throw emailTaken()
      await sessions.endOf(tx, { userId })
      await deleteIdentities(tx, userId)
      await claimMails(tx, user)
      await enqueueEmailChangedMail(tx, jobs, former)
    }
    await data.updateUsers(tx, [userId], { ...change, ...(isNewAddress && noRefusal) })
    const changed = { ...change, id: userId, partnerId: user.partnerId }
    await record(tx, userChanged, actor, { user: changed, ...changes })
    return orNotFound(await data.getUser(tx, userId))
  })

const enqueueEmailChangedMail = async (tx: Transaction, jobs: Deps['jobs'], former: string) => {
  const logId = await logQueuedMail(tx, {
    recipient: former,
    subject: emailChangedSubject,
    type: 'account_change',
  })
  await jobs.enqueue(tx, 'email-changed-mail', { logId })
}

/** The job that emails the former address. */
export const sendEmailChangedMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl' | 'jobs'>,
  mailer: Mailer,
  { logId }: JobData['email-changed-mail'],
) => {
  const to = await getRecipient(deps.db, logId)
  if (!to) return
  await deliver(deps, mailer, logId, { to, subject: emailChangedSubject, content: emailChangedEmail() })
}
