import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import { type Actor, nameOf } from '#server/domain-events/actor.ts'
import { recordAuditEvent } from '#server/features/audit-log/record.ts'
import type { JobData } from '#server/jobs/jobs.ts'
import { getRecipient, isFinal, logQueuedMail } from '#server/mail/data.ts'
import { deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { withReportLink } from '#server/mail/report-link.ts'
import { createReportLink } from '../security-emails/actions.ts'
import { type AccountChange, accountChanges, changeEmail, changeSubjects } from './emails.ts'

type Owner = Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'>

/**
 * Records a change of how a user signs in, and enqueues the email that informs them. Call it in the transaction of the change.
 * @param change.name of the passkey
 */
export const recordChange = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  actor: Actor,
  { action, owner, name }: { action: AccountChange; owner: Owner; name?: string },
) => {
  await recordAuditEvent(tx, actor, {
    action,
    subject: { id: owner.id, name: nameOf(owner) },
    ...(name !== undefined && { [action === 'passkey.removed' ? 'before' : 'after']: { name } }),
  })
  const mail = { recipient: owner.email, subject: changeSubjects[action], type: 'account_change' }
  const logId = await logQueuedMail(tx, mail)
  await jobs.enqueue(tx, 'account-change-mail', {
    logId,
    userId: owner.id,
    change: action,
    ...(name !== undefined && { name }),
  })
}

/** The job. */
export const sendAccountChangeMail = async (
  deps: Pick<Deps, 'db' | 'settings' | 'baseUrl'>,
  mailer: Mailer,
  { logId, userId, change: given, name = '' }: JobData['account-change-mail'],
) => {
  const { db, baseUrl } = deps
  const change = accountChanges.find((known) => known === given)
  const recipient = await getRecipient(db, logId)
  if (!change || !recipient || (await isFinal(db, logId))) return
  const email = changeEmail(change, name, `${baseUrl()}/?account=security`)
  await deliverSecret(deps, mailer, logId, {
    to: recipient,
    subject: changeSubjects[change],
    content: withReportLink(email, await createReportLink(deps, userId)),
  })
}
