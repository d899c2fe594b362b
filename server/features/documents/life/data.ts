import { and, eq, inArray, sql } from 'drizzle-orm'
import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import { agreementEvents } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName } from '#server/db/user-names.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'

type Life = Pick<
  typeof partnerDocuments.$inferInsert,
  'declinedAt' | 'declineReason' | 'voidedAt' | 'voidReason' | 'effectiveOn' | 'endsOn'
>

export const updateLife = async (db: Executor, ids: string[], change: Partial<Life>) => {
  await db.update(partnerDocuments).set(change).where(inArray(partnerDocuments.id, ids))
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

/**
 * Creates new agreements with the terms of voided ones, where onboarding requires the type and the partner has no other. Agreements that
 * have ended or end today do not count: the voided one may have ended them by replacing them. Returns the new agreements.
 */
export const offerAgain = async (tx: Executor, voidedIds: string[]) => {
  const { rows } = await tx.execute<{
    id: string
    partnerId: string
    documentType: string
    documentName: string
    appendixA: Record<string, string> | null
  }>(sql`
    insert into partner_documents as offered (partner_id, document_type, appendix_a)
    -- The new agreement will be signed on another day, so this date is left out.
    select distinct on (voided.partner_id, voided.document_type)
      voided.partner_id, voided.document_type, voided.appendix_a - 'partnershipSignatureDate'
    from partner_documents voided
    join partner_profiles profile on profile.id = voided.partner_id
    join users account on account.id = profile.user_id and account.erased_at is null
    where voided.id = any(${sql.param(voidedIds)}::uuid[]) and voided.document_type = any(${sql.param(onboardingTypes)}::text[])
      and not exists (
        select from partner_documents own
        where own.partner_id = voided.partner_id and own.document_type = voided.document_type and own.voided_at is null
          and (own.status = 'pending' or own.ends_on is null or own.ends_on > (now() at time zone 'utc')::date))
    order by voided.partner_id, voided.document_type, voided.signed_at desc
    returning offered.id, offered.partner_id as "partnerId", offered.document_type as "documentType",
      ${agreementName(sql`offered.document_type`)} as "documentName", offered.appendix_a as "appendixA"`)
  return rows
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
