import { and, eq, isNotNull, or, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { sharedDocuments } from '#server/db/schema/shared.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { distinctNames } from '#server/features/files/file-name.ts'
import { textEntry } from '#server/features/files/zip.ts'
import { partnerOfAgreements } from '#server/http/access.ts'
import { type ArchivedFile, fileEntries, listAll, listEntry } from '#server/personal-data/archive.ts'
import type { Erased, PersonalData } from '#server/personal-data/personal-data.ts'
import { getCountersignature } from '../countersigning/data.ts'
import { getSignature, listDocuments, signedName } from '../data.ts'
import { forPartner } from '../for-partner.ts'
import { signedText } from '../signed-text.ts'

const isOf = ({ partnerId }: Erased) => (partnerId ? eq(partnerDocuments.partnerId, partnerId) : sql`false`)
const isOpen = (erased: Erased) => and(isOf(erased), eq(partnerDocuments.status, 'pending'))
const isSigned = (erased: Erased) => and(isOf(erased), eq(partnerDocuments.status, 'signed'))

const countSigned = async (db: Executor, erased: Erased) => {
  const [signed] = await db
    .select({ rows: sql<number>`count(*)::int` })
    .from(partnerDocuments)
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .where(or(isSigned(erased), eq(documentSignatures.signerId, erased.id)))
  const isCountersigner = eq(documentCountersignatures.signerId, erased.id)
  return (signed?.rows ?? 0) + (await db.$count(documentCountersignatures, isCountersigner))
}

export const documentData: PersonalData = {
  files: {
    'agreements.json': 'your agreements, with the values and the evidence of each signature',
    'agreements/': 'the text of each agreement that you signed',
  },

  async *entries(archive) {
    const { db, user } = archive
    const partnerId = partnerOfAgreements(user)
    if (!partnerId) return
    const documents = await listAll((page) => listDocuments(db, partnerId, page))
    yield* listEntry('agreements.json', documents.map(forPartner))
    const agreementName = distinctNames()
    const scans: ArchivedFile[] = []
    for (const document of documents) {
      const signature = await getSignature(db, document.id)
      const { documentName, signedAt, documentPath, fileType } = document
      if (!signedAt) continue
      const nameOf = (type: string) =>
        `agreements/${agreementName(`${signedName({ documentName, signedAt })}.${type}`)}`
      if (signature)
        yield textEntry(nameOf('txt'), signedText(signature, await getCountersignature(db, document.id)))
      else if (documentPath && fileType) {
        scans.push({ name: nameOf(fileType), date: signedAt, objectKey: documentPath })
      }
    }
    yield* fileEntries(archive, scans)
  },

  count: async (db, erased) => ({
    openAgreements: await db.$count(partnerDocuments, isOpen(erased)),
    signedAgreements: await countSigned(db, erased),
  }),

  async listFiles(db, erased) {
    const rows = await db
      .select({ path: partnerDocuments.documentPath })
      .from(partnerDocuments)
      .where(and(isNotNull(partnerDocuments.documentPath), isOpen(erased)))
    return rows.flatMap(({ path }) => path ?? [])
  },

  /** Removes the partner's terms from the agreements for several partners. */
  async erase(tx, { partnerId }) {
    if (!partnerId) return
    await tx
      .update(sharedDocuments)
      .set({ partnerTerms: sql`${sharedDocuments.partnerTerms} - ${partnerId}::text` })
      .where(sql`${sharedDocuments.partnerTerms} ? ${partnerId}::text`)
  },

  async anonymize(tx, erased) {
    if (!erased.partnerId) return
    await tx.delete(partnerDocuments).where(isOpen(erased))
    // The file name of a scan and the reason for voiding can contain personal data.
    await tx.update(partnerDocuments).set({ fileName: null, voidReason: null }).where(isOf(erased))
  },
}
