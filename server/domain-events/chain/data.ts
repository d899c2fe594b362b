import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { EvidenceEventType } from '#contract/documents/evidence.ts'
import type { Executor } from '#server/db/client.ts'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { notFound } from '#server/http/app-error.ts'
import { pick } from '#server/pick.ts'
import { eventHash, firstHash } from './event-hash.ts'

interface NewEvent {
  documentId: string
  type: EvidenceEventType
  data: Record<string, unknown>
}

/** The advisory lock that is taken, shared, when events are added, also by the trigger that ends the chain of a deleted agreement. */
export const lockKey = 7_223_027

/**
 * Adds events to the chains of their agreements, in the order given, and begins chains that do not exist yet. Call it last in a
 * transaction, because each chain stays locked until the transaction ends.
 * @throws AppError `not_found` when an agreement has just been deleted
 */
export const appendEvents = async (tx: Executor, events: NewEvent[]) => {
  if (events.length === 0) return
  const ids = [...new Set(events.map(({ documentId }) => documentId))].toSorted()
  // The job that computes a head over all chains takes this lock exclusively, so it waits for transactions that add events.
  await tx.execute(sql`select pg_advisory_xact_lock_shared(${lockKey})`)
  const begun = await beginChains(tx, ids)
  const { rows: heads } = await tx.execute<{ documentId: string; sequence: number; hash: string }>(sql`
    select document_id as "documentId", sequence, hash from agreement_chains
    where document_id = any(${sql.param(ids)}::uuid[]) order by document_id for no key update`)
  const headOf = new Map(heads.map((head) => [head.documentId, head]))
  const at = new Date()
  const rows = [...begun, ...events].map(({ documentId, type, data }) => {
    const head = headOf.get(documentId)
    if (!head) throw new Error('An agreement has no chain')
    const event = { documentId, sequence: head.sequence + 1, type, at, data, previousHash: head.hash }
    const hash = eventHash(event)
    headOf.set(documentId, { documentId, sequence: event.sequence, hash })
    return { ...event, hash }
  })
  await tx.insert(agreementEvents).values(rows)
  const next = JSON.stringify([...headOf.values()])
  await tx.execute(sql`
    update agreement_chains chain set sequence = head.sequence, hash = head.hash
    from json_to_recordset(${next}::json) as head("documentId" uuid, sequence int, hash text)
    where chain.document_id = head."documentId"`)
}

/** Begins missing chains. The first event describes the agreement when it was created, or when this portal began to record chains. */
const beginChains = async (tx: Executor, ids: string[]): Promise<NewEvent[]> => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    insert into agreement_chains (document_id, hash)
    select id, ${firstHash} from unnest(${sql.param(ids)}::uuid[]) as id order by id
    on conflict do nothing returning document_id as id`)
  if (rows.length === 0) return []
  const documents = await tx
    .select({
      documentId: partnerDocuments.id,
      ...pick(partnerDocuments, 'partnerId', 'documentType', 'createdAt', 'effectiveOn', 'endsOn'),
    })
    .from(partnerDocuments)
    .where(
      inArray(
        partnerDocuments.id,
        rows.map(({ id }) => id),
      ),
    )
    // The lock keeps the agreement from being deleted: a deletion ends only the chains that it sees.
    .for('key share')
  if (documents.length < rows.length) throw notFound()
  return documents.map(({ documentId, createdAt, effectiveOn, endsOn, ...data }) => ({
    documentId,
    type: 'created' as const,
    data: {
      ...data,
      createdAt: createdAt.toISOString(),
      ...(effectiveOn !== null && { effectiveOn }),
      ...(endsOn !== null && { endsOn }),
    },
  }))
}

/** Lists the events of an agreement's chain, from the first one. */
export const listEvents = (db: Executor, documentId: string) =>
  db
    .select()
    .from(agreementEvents)
    .where(eq(agreementEvents.documentId, documentId))
    .orderBy(asc(agreementEvents.sequence))

export type AgreementEvent = Awaited<ReturnType<typeof listEvents>>[number]

/** Whether the chain has an event of this type by this user within the last `minutes`. */
export const hasEvent = async (
  db: Executor,
  {
    documentId,
    type,
    by,
    minutes,
  }: { documentId: string; type: EvidenceEventType; by: string; minutes: number },
) => {
  const { rows } = await db.execute(sql`
    select from agreement_events where document_id = ${documentId} and type = ${type} and data ->> 'by' = ${by}
      and at > now() - make_interval(mins => ${minutes}) limit 1`)
  return rows.length > 0
}
