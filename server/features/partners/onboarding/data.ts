import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm'
import { onboardingTypes } from '#contract/documents/agreements/agreement.ts'
import type { Onboarding } from '#contract/partners/onboarding.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'

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

/** Returns what the onboarding of a partner requires; undefined when it is completed. */
export const getOnboarding = async (db: Executor, partnerId: string): Promise<Onboarding | undefined> => {
  const [profile] = await db
    .select(pick(partnerProfiles, 'fullName', 'onboardingStatus'))
    .from(partnerProfiles)
    .where(and(eq(partnerProfiles.id, partnerId), ne(partnerProfiles.onboardingStatus, 'completed')))
  if (!profile) return undefined
  const { documentType, status, voidedAt } = partnerDocuments
  const agreements = await db
    .select({
      documentName: agreementName(documentType),
      isSigned: sql<boolean>`bool_or(${status} = 'signed')`,
    })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        isNull(voidedAt),
        inArray(documentType, [...onboardingTypes]),
      ),
    )
    .groupBy(documentType)
    .orderBy(sql`array_position(${sql.param([...onboardingTypes])}::text[], ${documentType}::text)`)
  return {
    ownerName: profile.fullName,
    isProfileConfirmed: profile.onboardingStatus !== 'profile',
    agreements,
  }
}
