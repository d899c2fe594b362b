import type { Executor } from '#server/db/client.ts'
import type { Deps } from '#server/deps.ts'
import type { Actor } from '#server/domain-events/actor.ts'
import type { DomainEvent } from '#server/domain-events/event.ts'
import { record } from '#server/domain-events/record.ts'
import type { JobData } from '#server/jobs/job-kinds.ts'
import { getRecipient, isFinal, logQueuedMail } from '#server/mail/data.ts'
import { deliverSecret } from '#server/mail/deliver.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { withReportLink } from '#server/mail/report-link.ts'
import { passkeyRemoved } from '../events.ts'
import { createReportLink } from '../security-emails/actions.ts'
import { type AccountChange, accountChanges, changeEmail, changeSubjects } from './emails.ts'

type Owner = Pick<Actor, 'id' | 'email' | 'firstName' | 'lastName'>
type ChangeEvent = DomainEvent<{ user: Owner }> & { type: AccountChange }

/**
 * Records a change of how a user signs in, and enqueues the email that informs them. Call it in the transaction of the change.
 * @param change.name the name of the passkey, for changes of one passkey
 */
export const recordChange = async (
  { jobs }: Pick<Deps, 'jobs'>,
  tx: Executor,
  actor: Actor,
  { event, owner, name }: { event: ChangeEvent; owner: Owner; name?: string },
) => {
  const side = event === passkeyRemoved ? 'before' : 'after'
  await record(tx, event, actor, { user: owner, ...(name !== undefined && { [side]: { name } }) })
  const mail = { recipient: owner.email, subject: changeSubjects[event.type], type: 'account_change' }
  const logId = await logQueuedMail(tx, mail)
  await jobs.enqueue(tx, 'account-change-mail', {
    logId,
    userId: owner.id,
    change: event.type,
    ...(name !== undefined && { name }),
  })
}

/** Runs the job `account-change-mail`, which sends the email that `recordChange` enqueued. */
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
