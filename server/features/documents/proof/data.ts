import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { SealPart } from '#contract/documents/evidence.ts'
import type { Executor } from '#server/db/client.ts'
import { agreementChains, agreementEvents, documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import {
  documentAmendments,
  documentCountersignatures,
  documentSignatures,
} from '#server/db/schema/signatures.ts'
import { pick } from '#server/pick.ts'

/** Lists at most `limit` ids after `after`: those of all agreements of which a chain, events, a seal, a signature or a row exists. */
export const listIds = async (db: Executor, after: string, limit: number) => {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from (
      select document_id as id from agreement_chains union select document_id from agreement_events
      union select document_id from document_seals union select document_id from document_signatures
      union select document_id from document_countersignatures
      union select id from partner_documents) as known
    where id > ${after} order by id limit ${limit}`)
  return rows.map(({ id }) => id)
}

/** Returns everything that is stored about these agreements, with the events in the order of their chains. */
export const readEvidence = async (db: Executor, ids: string[]) => {
  const chains = await db.select().from(agreementChains).where(inArray(agreementChains.documentId, ids))
  const events = await db
    .select()
    .from(agreementEvents)
    .where(inArray(agreementEvents.documentId, ids))
    .orderBy(asc(agreementEvents.documentId), asc(agreementEvents.sequence))
  const signatures = await db
    .select()
    .from(documentSignatures)
    .where(inArray(documentSignatures.documentId, ids))
  const countersignatures = await db
    .select()
    .from(documentCountersignatures)
    .where(inArray(documentCountersignatures.documentId, ids))
  const seals = await db.select().from(documentSeals).where(inArray(documentSeals.documentId, ids))
  const amended = await db
    .select({
      ...pick(documentAmendments, 'amendmentId', 'documentId'),
      textSha256: documentSignatures.agreementSha256,
    })
    .from(documentAmendments)
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, documentAmendments.documentId))
    .where(inArray(documentAmendments.amendmentId, ids))
    .orderBy(asc(documentSignatures.signedAt), asc(documentAmendments.documentId))
  const documents = await db
    .select({
      ...pick(partnerDocuments, 'id', 'partnerId', 'createdAt', 'appendixA', 'fileSize', 'status'),
      ...pick(partnerDocuments, 'documentType', 'documentPath', 'fileSha256', 'signedAt'),
      ...pick(partnerDocuments, 'signatureData', 'declinedAt', 'declineReason', 'voidedAt'),
      ...pick(partnerDocuments, 'voidReason', 'effectiveOn', 'endsOn', 'awaitsCountersignature'),
    })
    .from(partnerDocuments)
    .where(inArray(partnerDocuments.id, ids))
  return ids.map((id) => ({
    id,
    chain: chains.find(({ documentId }) => documentId === id),
    events: events.filter(({ documentId }) => documentId === id),
    signature: signatures.find(({ documentId }) => documentId === id),
    countersignature: countersignatures.find(({ documentId }) => documentId === id),
    seals: seals.filter(({ documentId }) => documentId === id),
    /** The agreements that this one amends, with the hashes of their signed texts, in the order of their signatures. */
    amends: amended.flatMap(({ amendmentId, ...each }) => (amendmentId === id ? [each] : [])),
    document: documents.find((document) => document.id === id),
  }))
}

export type Evidence = Awaited<ReturnType<typeof readEvidence>>[number]

/** Returns the row of the seal for one of the two signatures. */
export const sealOf = ({ seals }: Evidence, part: SealPart) => seals.find((seal) => seal.part === part)
