import { and, asc, eq } from 'drizzle-orm'
import type { DocumentType } from '#contract/documents/agreements/agreement.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { documentSignatures, partnerDocuments } from '#server/db/schema/partners.ts'

const signatureColumns = {
  agreementVersion: documentSignatures.agreementVersion,
  textSha256: documentSignatures.agreementSha256,
  consentVersion: documentSignatures.consentVersion,
  signerName: documentSignatures.signerName,
  signedAt: documentSignatures.signedAt,
}

export const documentColumns = {
  id: partnerDocuments.id,
  partnerId: partnerDocuments.partnerId,
  documentType: partnerDocuments.documentType,
  documentPath: partnerDocuments.documentPath,
  status: partnerDocuments.status,
  signedAt: partnerDocuments.signedAt,
  signatureData: partnerDocuments.signatureData,
  appendixA: partnerDocuments.appendixA,
  assignedPartnerIds: partnerDocuments.assignedPartnerIds,
  assignedGroup: partnerDocuments.assignedGroup,
  createdAt: partnerDocuments.createdAt,
  updatedAt: partnerDocuments.updatedAt,
  evidence: signatureColumns,
}

/** A partner's agreements, the oldest first, each with the evidence of its signature where there is one. */
export const listDocuments = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select(documentColumns)
    .from(partnerDocuments)
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .where(eq(partnerDocuments.partnerId, partnerId))
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.documentType), asc(partnerDocuments.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countDocuments = (db: Executor, partnerId: string) =>
  db.$count(partnerDocuments, eq(partnerDocuments.partnerId, partnerId))

export const getDocument = async (db: Executor, id: string) => {
  const [document] = await db
    .select(documentColumns)
    .from(partnerDocuments)
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .where(eq(partnerDocuments.id, id))
  return document
}

/** The whole evidence of a signature, for the signed text and its signature block. */
export const getSignature = async (db: Executor, documentId: string) => {
  const [signature] = await db
    .select()
    .from(documentSignatures)
    .where(eq(documentSignatures.documentId, documentId))
  return signature
}

export type Signature = NonNullable<Awaited<ReturnType<typeof getSignature>>>

export const createDocument = async (db: Executor, document: typeof partnerDocuments.$inferInsert) => {
  const [created] = await db.insert(partnerDocuments).values(document).returning({ id: partnerDocuments.id })
  if (!created) throw new Error('no document came back')
  return created.id
}

/** The oldest agreement of a type that is still to be signed. */
export const getOldestOpenDocument = async (db: Executor, partnerId: string, documentType: DocumentType) => {
  const [document] = await db
    .select({ id: partnerDocuments.id, documentType: partnerDocuments.documentType })
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.documentType, documentType),
        eq(partnerDocuments.status, 'pending'),
      ),
    )
    .orderBy(asc(partnerDocuments.createdAt))
    .limit(1)
  return document
}

/** Marks an open agreement signed; false when it is signed already. */
export const setSigned = async (
  db: Executor,
  id: string,
  signature: { signedAt: Date; signatureData: string },
) => {
  const signed = await db
    .update(partnerDocuments)
    .set({ ...signature, status: 'signed' })
    .where(and(eq(partnerDocuments.id, id), eq(partnerDocuments.status, 'pending')))
    .returning({ id: partnerDocuments.id })
  return signed.length === 1
}

export const createSignature = async (db: Executor, signature: typeof documentSignatures.$inferInsert) => {
  await db.insert(documentSignatures).values(signature)
}

export const countDocumentsOfType = (db: Executor, partnerId: string, documentType: DocumentType) =>
  db.$count(
    partnerDocuments,
    and(eq(partnerDocuments.partnerId, partnerId), eq(partnerDocuments.documentType, documentType)),
  )

export const deleteDocument = async (db: Executor, id: string) => {
  await db.delete(partnerDocuments).where(eq(partnerDocuments.id, id))
}

/** Makes a signed agreement one to sign again. */
export const setPending = async (db: Executor, id: string) => {
  await db
    .update(partnerDocuments)
    .set({ status: 'pending', signedAt: null, signatureData: null, documentPath: null })
    .where(eq(partnerDocuments.id, id))
}
