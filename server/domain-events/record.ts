import { isStaff } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import type { Actor } from './actor.ts'
import { appendEvents } from './chain/data.ts'
import {
  auditEntry,
  insertActivities,
  insertActivitiesOnce,
  insertAuditEvents,
  type NewActivity,
  type NewAuditEvent,
  withoutRepeated,
} from './data.ts'
import type { Changes, DomainEvent } from './event.ts'

/**
 * Records what happened, as the event's type defines: in the activity of the partners, in the audit log, in the notifications and emails of
 * the users concerned, and in the evidence of the agreements. Call it in the transaction of the change, so that either both happen or
 * neither. If the event becomes evidence, call it last, since the chains of the agreements stay locked until the transaction ends.
 * @param by the user who acted; null for the portal itself, which the audit log does not record
 * @param occurred the data of each occurrence; one statement per table records all of them
 */
export const record = async <Data>(
  tx: Executor,
  event: DomainEvent<Data>,
  by: Actor | null,
  ...occurred: (Data & Changes)[]
) => {
  await recordWithoutEvidence(tx, event, by, ...occurred)
  await recordEvidence(tx, event, by, ...occurred)
}

/**
 * Does everything that `record` does except the evidence. Use it for an action that causes further events, whose lines follow in the
 * activity. Such an action calls `recordEvidence` with the same arguments at its end.
 */
export const recordWithoutEvidence = async <Data>(
  tx: Executor,
  event: DomainEvent<Data>,
  by: Actor | null,
  ...occurred: (Data & Changes)[]
) => {
  if (occurred.length === 0) return
  const { activities, entries } = linesOf(event, by, occurred)
  await (event.onceInMinutes
    ? insertActivitiesOnce(tx, activities, event.onceInMinutes)
    : insertActivities(tx, activities))
  for (const notify of Object.values(event.notify ?? {})) await notify(tx, occurred, by)
  const { onceInMinutes } = event
  await insertAuditEvents(tx, onceInMinutes ? await withoutRepeated(tx, entries, onceInMinutes) : entries)
}

/** Returns the lines of the partners' activity and the entries of the audit log for what happened. */
export const linesOf = <Data>(
  event: DomainEvent<Data>,
  by: Actor | null,
  occurred: (Data & Changes)[],
): { activities: NewActivity[]; entries: NewAuditEvent[] } => {
  const activities = occurred.flatMap((data) => activitiesOf(event, by, data))
  const { audit, action, subject } = event
  const isAudited = audit === 'of anyone' || (audit === 'of staff' && by && isStaff(by.role))
  if (!isAudited || !action || !subject || !by) return { activities, entries: [] }
  const entries = occurred.map((data) => {
    const { before, after, once, importId } = data
    return { ...auditEntry(by, { action, subject: subject(data), before, after }), importId, ...once }
  })
  return { activities, entries }
}

/** Adds what happened to the evidence of the agreements: the last part of `record`, after `recordWithoutEvidence`. */
export const recordEvidence = async <Data>(
  tx: Executor,
  { evidence, documentId }: DomainEvent<Data>,
  by: Actor | null,
  ...occurred: Data[]
) => {
  if (!evidence || !documentId) return
  const added = occurred.flatMap((data) =>
    entriesOf(evidence).flatMap(([type, fieldsOf]) => {
      const fields = fieldsOf(data, by)
      return fields ? [{ documentId: documentId(data), type, data: fields }] : []
    }),
  )
  await appendEvents(tx, added)
}

const activitiesOf = <Data>(event: DomainEvent<Data>, by: Actor | null, data: Data) =>
  entriesOf(event.activity ?? {}).flatMap(([activityType, lineOf]) => {
    const line = lineOf(data)
    const { text, metadata, partnerId } = typeof line === 'object' ? line : { text: line }
    const whose = partnerId ?? event.partnerId?.(data)
    if (!text || !whose) return []
    const about = { actorId: by?.id ?? null, ...event.metadata?.(data), ...metadata }
    return [{ partnerId: whose, activityType, description: text, metadata: about }]
  })

const entriesOf = <Key extends string, Value>(table: Partial<Record<Key, Value>>) =>
  Object.entries(table) as [Key, Value][]
