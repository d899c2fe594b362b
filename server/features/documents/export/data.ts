import { and, asc, eq, gte, inArray, isNotNull, lt, lte, sql } from 'drizzle-orm'
import type { exportAgreements } from '#contract/documents/agreement-export.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Executor } from '#server/db/client.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { agreementName, agreementTitle } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'
import { isCountersignatureOf } from '../data.ts'

export type ExportFilter = Parsed<typeof exportAgreements, 'query'>

const dayMs = 24 * 60 * 60 * 1000
const agreementsAtOnce = 100

const isSigned = isNotNull(partnerDocuments.signedAt)

/** The condition for agreements signed in the period and by `until`, which lets the export end while partners keep signing. */
const isExported = ({ partnerId, from, to, ids }: ExportFilter, until: Date) =>
  and(
    isSigned,
    lte(partnerDocuments.signedAt, until),
    ids && inArray(partnerDocuments.id, ids),
    partnerId === undefined ? undefined : eq(partnerDocuments.partnerId, partnerId),
    from === undefined ? undefined : gte(partnerDocuments.signedAt, new Date(from)),
    to === undefined ? undefined : lt(partnerDocuments.signedAt, new Date(Date.parse(to) + dayMs)),
  )

/** Whether there is an agreement to export. */
export const hasSigned = async (db: Executor, filter: ExportFilter, until: Date) => {
  const found = await db
    .select({ id: partnerDocuments.id })
    .from(partnerDocuments)
    .where(isExported(filter, until))
    .limit(1)
  return found.length > 0
}

/** Yields the ids of the agreements to export, in the order of signing. Reads them in batches, and uses no connection in between. */
export async function* listSigned(db: Executor, filter: ExportFilter, until: Date) {
  let last: { id: string; signedAt: Date | null } | undefined
  do {
    const batch = await db
      .select({ id: partnerDocuments.id, signedAt: partnerDocuments.signedAt })
      .from(partnerDocuments)
      .where(
        and(
          isExported(filter, until),
          last &&
            sql`(${partnerDocuments.signedAt}, ${partnerDocuments.id}) > (${last.signedAt?.toISOString()}::timestamptz, ${last.id}::uuid)`,
        ),
      )
      .orderBy(asc(partnerDocuments.signedAt), asc(partnerDocuments.id))
      .limit(agreementsAtOnce)
    yield* batch.map(({ id }) => id)
    last = batch[agreementsAtOnce - 1]
  } while (last)
}

/** Returns everything that an export contains about an agreement except its events; undefined when it is no longer signed. */
export const getSigned = async (db: Executor, id: string) => {
  const [found] = await db
    .select({
      id: partnerDocuments.id,
      documentType: partnerDocuments.documentType,
      documentName: agreementName(sql`"partner_documents"."document_type"`),
      documentTitle: agreementTitle(
        sql`"partner_documents"."document_type"`,
        documentSignatures.agreementVersion,
      ),
      signedAt: sql<Date>`${partnerDocuments.signedAt}`.mapWith(partnerDocuments.signedAt),
      ...pick(partnerDocuments, 'effectiveOn', 'endsOn', 'voidedAt', 'documentPath'),
      ...pick(partnerDocuments, 'fileType', 'fileSize', 'fileSha256'),
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
      signature: documentSignatures,
      countersignature: pick(documentCountersignatures, 'signerName', 'signerTitle', 'signedAt'),
      // An agreement can have two seals; this is the seal of its current file.
      seal: { sealedAt: documentSeals.sealedAt, code: documentSeals.code, part: documentSeals.part },
    })
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .leftJoin(documentSeals, eq(documentSeals.sha256, partnerDocuments.documentPath))
    .where(and(eq(partnerDocuments.id, id), isSigned))
  return found
}

export type SignedDocument = NonNullable<Awaited<ReturnType<typeof getSigned>>>

/** Locks an agreement against changes; returns false when it is no longer signed, or its file was replaced. */
export const lockUnchanged = async (
  tx: Executor,
  { id, documentPath }: Pick<SignedDocument, 'id' | 'documentPath'>,
) => {
  const same = await tx
    .select({ id: partnerDocuments.id })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.id, id),
        isSigned,
        sql`${partnerDocuments.documentPath} is not distinct from ${documentPath}`,
      ),
    )
    .for('share')
  return same.length > 0
}
