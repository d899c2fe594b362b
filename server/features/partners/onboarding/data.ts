import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'

/** Creates the agreements that each partner has to sign: one of each type. */
export const createOpenDocuments = async (db: Executor, ...partnerIds: string[]) => {
  const rows = partnerIds.flatMap((partnerId) =>
    onboardingTypes.map((documentType) => ({ partnerId, documentType })),
  )
  await db.insert(partnerDocuments).values(rows)
}

/** Counts the types among these of which the partner has signed an agreement that is not voided. */
const countSigned = async (db: Executor, partnerId: string, types: readonly string[]) => {
  const [row] = await db
    .select({ types: sql<number>`count(distinct ${partnerDocuments.documentType})::int` })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.status, 'signed'),
        isNull(partnerDocuments.voidedAt),
        inArray(partnerDocuments.documentType, [...types]),
      ),
    )
  return row?.types ?? 0
}

/** Whether the partner has signed an agreement of each type, which is what completes onboarding. */
export const hasSignedAll = async (db: Executor, partnerId: string) =>
  (await countSigned(db, partnerId, onboardingTypes)) === onboardingTypes.length

/** Whether the partner has signed an agreement of a type. */
export const hasSigned = async (db: Executor, partnerId: string, documentType: string) =>
  (await countSigned(db, partnerId, [documentType])) === 1
