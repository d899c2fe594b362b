import { eq, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { findRow } from '#server/db/rows.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentCountersignatures } from '#server/db/schema/signatures.ts'
import { users } from '#server/db/schema/users.ts'
import { pick } from '#server/pick.ts'

/** The SQL condition under which an agreement waits for the company's signature. `table` is the table of agreements or an alias. */
export const awaitsCompany = (table: SQL) =>
  sql<boolean>`(${table}.awaits_countersignature and ${table}.voided_at is null)`

/** The columns that a response contains of the company's signature. */
export const countersignatureColumns = {
  ...pick(documentCountersignatures, 'signerName', 'signerTitle', 'signedAt'),
  sealedAt: sql<Date | null>`(
    select sealed_at from document_seals as seal
    where seal.document_id = ${documentCountersignatures.documentId} and seal.part = 'countersignature'
  )`.mapWith(documentSeals.sealedAt),
}

/** Returns whether an agreement or, by now, its type needs the company's signature (`isSo`), and whether the agreement is voided. */
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

/** The SQL expression for whether the type of the agreement in the updated row is countersigned. */
export const isTypeCountersigned = sql<boolean>`(
  select is_countersigned from agreement_types type where type.id = "partner_documents"."document_type")`

/** Stores the company's signature; returns false when there is one already. */
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

/** Returns the whole evidence of the company's signature. */
export const getCountersignature = (db: Executor, documentId: string) =>
  findRow(db.select().from(documentCountersignatures), eq(documentCountersignatures.documentId, documentId))

export type CountersignatureRow = NonNullable<Awaited<ReturnType<typeof getCountersignature>>>

/** Returns the email address of a user; undefined for a user who is disabled or erased. */
export const getAddressOf = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ email: users.email })
    .from(users)
    .where(sql`${users.id} = ${userId} and ${users.disabledAt} is null`)
  return user?.email
}
