import { eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentCountersignatures } from '#server/db/schema/signatures.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

/** Whether an agreement of `table`, the table or an alias of it, waits for the company's signature. */
export const awaitsCompany = (table: SQL) =>
  sql<boolean>`(${table}.awaits_countersignature and ${table}.voided_at is null)`

/** What an answer has of the company's signature, of the joined row. */
export const countersignatureColumns = {
  ...pick(documentCountersignatures, 'signerName', 'signerTitle', 'signedAt'),
  sealedAt: sql<Date | null>`(
    select sealed_at from document_seals as seal
    where seal.document_id = ${documentCountersignatures.documentId} and seal.part = 'countersignature'
  )`.mapWith(documentSeals.sealedAt),
}

/** Whether the company may sign an agreement of which all else fits: it waits for that, or agreements of its type do by now. */
export const isToBeCountersigned = async (db: Executor, documentId: string) => {
  const { rows } = await db.execute<{ isSo: boolean; isVoided: boolean }>(sql`
    select document.awaits_countersignature or type.is_countersigned as "isSo", document.voided_at is not null as "isVoided"
    from partner_documents document join agreement_types type on type.id = document.document_type
    where document.id = ${documentId}`)
  return rows[0] ?? { isSo: false, isVoided: false }
}

/** Whether an admin can sign an agreement for the company. */
export const canCountersign = async (
  db: Executor,
  { id, evidence, countersignature }: { id: string; evidence: unknown; countersignature: unknown },
) => {
  if (!evidence || countersignature) return false
  const { isSo, isVoided: isOver } = await isToBeCountersigned(db, id)
  return isSo && !isOver
}

/** Whether agreements of the type of the agreement to sign are countersigned. */
export const isTypeCountersigned = sql<boolean>`(
  select is_countersigned from agreement_types type where type.id = "partner_documents"."document_type")`

/** Stores the company's signature; false when there is one already. */
export const createCountersignature = async (
  tx: Executor,
  countersignature: typeof documentCountersignatures.$inferInsert,
) => {
  const { documentId } = countersignature
  const created = await tx
    .insert(documentCountersignatures)
    .values(countersignature)
    .onConflictDoNothing()
    .returning({ id: documentCountersignatures.documentId })
  if (created.length === 0) return false
  await tx
    .update(partnerDocuments)
    .set({ awaitsCountersignature: false })
    .where(eq(partnerDocuments.id, documentId))
  return true
}

/** The whole evidence of the company's signature. */
export const getCountersignature = (db: Executor, documentId: string) =>
  findRow(db.select().from(documentCountersignatures), eq(documentCountersignatures.documentId, documentId))

export type CountersignatureRow = NonNullable<Awaited<ReturnType<typeof getCountersignature>>>

/** The address of a user who may get emails; undefined for one who is disabled or erased. */
export const getAddressOf = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.disabledAt} is null`)
  return user?.email
}
