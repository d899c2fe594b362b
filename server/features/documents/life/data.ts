import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName } from '#server/db/user-names.ts'

type Life = Pick<
  typeof partnerDocuments.$inferInsert,
  'declinedAt' | 'declineReason' | 'voidedAt' | 'voidReason' | 'effectiveOn' | 'endsOn'
>

export const updateLife = async (db: Executor, id: string, change: Partial<Life>) => {
  await db.update(partnerDocuments).set(change).where(eq(partnerDocuments.id, id))
}

/** Returns the name of the user who voided an agreement; null if it is not voided. */
export const getVoidedByName = async (db: Executor, documentId: string) => {
  const [row] = await db
    .select({
      name: displayName('users'),
    })
    .from(agreementEvents)
    .innerJoin(users, sql`${users.id}::text = ${agreementEvents.data} ->> 'by'`)
    .where(and(eq(agreementEvents.documentId, documentId), eq(agreementEvents.type, 'voided')))
  return row?.name ?? null
}

/** Whether a user exists and is not erased, so that they can be asked to sign. */
export const isThere = async (db: Executor, userId: string) => {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), isNull(users.erasedAt)))
  return user !== undefined
}

/**
 * Ends the signed agreements that a new agreement of the same type replaces, if they would be in force for longer: on `day` or, if that is
 * later, on their own first day. Returns them with their last days.
 */
export const endReplaced = async (
  tx: Executor,
  { id, partnerId, documentType }: { id: string; partnerId: string; documentType: string },
  day: string,
) => {
  const { rows } = await tx.execute<{ id: string; effectiveOn: string | null; endsOn: string }>(sql`
    update partner_documents earlier
    set ends_on = greatest(${day}::date, earlier.effective_on), updated_at = now()
    where earlier.partner_id = ${partnerId} and earlier.document_type = ${documentType} and earlier.id <> ${id}
      and earlier.status = 'signed' and earlier.voided_at is null
      and coalesce(earlier.ends_on > greatest(${day}::date, earlier.effective_on), true)
    returning earlier.id, earlier.effective_on::text as "effectiveOn", earlier.ends_on::text as "endsOn"`)
  return rows
}
