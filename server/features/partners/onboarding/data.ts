import { and, eq, inArray, sql } from 'drizzle-orm'
import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'

/** The agreements that each partner has to sign: one of each type. */
export const createOpenDocuments = async (db: Executor, ...partnerIds: string[]) => {
  const rows = partnerIds.flatMap((partnerId) =>
    onboardingTypes.map((documentType) => ({ partnerId, documentType })),
  )
  await db.insert(partnerDocuments).values(rows)
}

/** Whether the partner has signed an agreement of each type, which is what completes onboarding. */
export const hasSignedAll = async (db: Executor, partnerId: string) => {
  const [row] = await db
    .select({ types: sql<number>`count(distinct ${partnerDocuments.documentType})::int` })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.status, 'signed'),
        inArray(partnerDocuments.documentType, [...onboardingTypes]),
      ),
    )
  return row?.types === onboardingTypes.length
}
