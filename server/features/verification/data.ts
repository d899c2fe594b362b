import { and, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { agreementEvents, documentSeals, signingCertificates } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { agreementTitle } from '#server/features/agreement-types/data.ts'

// The chain of events shows that an agreement was voided even if somebody has changed the row since.
const voidedAt = sql<Date | null>`coalesce(${partnerDocuments.voidedAt}, (
  select min(${agreementEvents.at}) from ${agreementEvents}
  where ${agreementEvents.documentId} = ${documentSeals.documentId} and ${agreementEvents.type} = 'voided'
))`.mapWith(agreementEvents.at)

const findSealed = async (db: Executor, condition: SQL) => {
  const [sealed] = await db
    .select({
      title: agreementTitle(partnerDocuments.documentType, documentSignatures.agreementVersion),
      version: documentSignatures.agreementVersion,
      companyName: documentSignatures.companyName,
      partnerName: sql<string>`coalesce(${documentSignatures.values} ->> 'recipientCompany', '')`,
      signerName: documentSignatures.signerName,
      signedAt: documentSignatures.signedAt,
      sealedAt: sql<Date>`${documentSeals.sealedAt}`.mapWith(documentSeals.sealedAt),
      sha256: sql<string>`${documentSeals.sha256}`,
      status: partnerDocuments.status,
      declinedAt: partnerDocuments.declinedAt,
      part: documentSeals.part,
      countersignature: {
        signerName: documentCountersignatures.signerName,
        signedAt: documentCountersignatures.signedAt,
      },
      voidedAt,
      effectiveOn: partnerDocuments.effectiveOn,
      endsOn: partnerDocuments.endsOn,
    })
    .from(documentSeals)
    .innerJoin(partnerDocuments, eq(partnerDocuments.id, documentSeals.documentId))
    .innerJoin(documentSignatures, eq(documentSignatures.documentId, documentSeals.documentId))
    .leftJoin(documentCountersignatures, eq(documentCountersignatures.documentId, documentSeals.documentId))
    .where(and(condition, isNotNull(documentSeals.sealedAt)))
  return sealed
}

/** Finds the agreement with a sealed PDF of this SHA-256 hash, in hexadecimal. */
export const findSealedByHash = (db: Executor, sha256: string) =>
  findSealed(db, eq(documentSeals.sha256, sha256))

/** Finds the agreement with a sealed PDF that has this code printed on it. */
export const findSealedByCode = (db: Executor, code: string) => findSealed(db, eq(documentSeals.code, code))

export type SealedAgreement = NonNullable<Awaited<ReturnType<typeof findSealed>>>

/** Lists the certificates that agreements were sealed with, as DER, the newest first. */
export const listCertificates = (db: Executor) =>
  db
    .select()
    .from(signingCertificates)
    .orderBy(desc(signingCertificates.firstUsedAt), signingCertificates.sha256)
