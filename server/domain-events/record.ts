import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from './actor.ts'
import { appendEvents } from './chain/data.ts'
import { auditEntry, insertActivities, insertActivitiesOnce, insertAuditEvents } from './data.ts'
import type { Changes, DomainEvent } from './event.ts'

/**
 * Records what happened: in the activity of the partners, in the audit log, in the bells and emails of those it concerns, and in the
 * evidence of the agreements, as its type says. Call it in the transaction of the change, so that both happen or neither; last, where
 * it becomes evidence, since the chains of the agreements stay locked until that ends.
 * @param by who did it; null for the portal itself, which the audit log does not record
 * @param occurred one or many occurrences of the type: however many, there is one statement for each place
 */
export const record = async <Data>(
  tx: Executor,
  event: DomainEvent<Data>,
  by: Actor | null,
  ...occurred: (Data & Changes)[]
) => {
  if (occurred.length === 0) return
  const activities = occurred.flatMap((data) => activitiesOf(event, by, data))
  await (event.onceInMinutes
    ? insertActivitiesOnce(tx, activities, event.onceInMinutes)
    : insertActivities(tx, activities))
  for (const notify of Object.values(event.notify ?? {})) await notify(tx, occurred, by)
  const { audit, action, evidence, documentId } = event
  if (audit && action && by && (audit === 'of anyone' || isStaff(by.role))) {
    const entries = occurred.map((data) =>
      auditEntry(by, { action, subject: event.subject(data), before: data.before, after: data.after }),
    )
    await insertAuditEvents(tx, entries)
  }
  if (evidence && documentId) {
    await appendEvents(
      tx,
      occurred.map((data) => ({ documentId: documentId(data), ...evidence(data, by) })),
    )
  }
}

const activitiesOf = <Data>(event: DomainEvent<Data>, by: Actor | null, data: Data) =>
  [event.activity?.(data) ?? []].flat().flatMap(({ type, text, metadata, partnerId }) => {
    const whose = partnerId ?? event.partnerId?.(data)
    if (!whose) return []
    const about = { actorId: by?.id ?? null, ...event.metadata?.(data), ...metadata }
    return [{ partnerId: whose, activityType: type, description: text, metadata: about }]
  })
