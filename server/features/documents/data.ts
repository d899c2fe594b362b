import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import { carriedTerms } from '#server/db/carried-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, findRow, insertInto } from '#server/db/rows.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { agreementName, agreementTitle } from '#server/features/agreement-types/data.ts'
import type { RegisteredFile } from '#server/features/files/actions.ts'
import { pick } from '#server/pick.ts'
import { amendedBy } from './amending/data.ts'
import { awaitsCompany, countersignatureColumns } from './countersigning/data.ts'

const signatureColumns = {
  agreementVersion: documentSignatures.agreementVersion,
  textSha256: documentSignatures.agreementSha256,
  ...pick(documentSignatures, 'consentVersion', 'companyName', 'signerName', 'signedAt'),
  sealedAt:
    sql<Date | null>`(select sealed_at from document_seals as seal where seal.document_id = ${documentSignatures.documentId} and seal.part = 'signature')`.mapWith(
      documentSeals.sealedAt,
    ),
}

const ofShared = (value: SQL) =>
  sql`(select ${value} from shared_documents as shared where shared.id = "partner_documents"."shared_document_id")`

export const documentColumns = {
  ...pick(partnerDocuments, 'id', 'partnerId', 'documentType'),
  documentName: agreementName(sql`"partner_documents"."document_type"`),
  documentTitle: agreementTitle(
    sql`"partner_documents"."document_type"`,
    documentSignatures.agreementVersion,
  ),
  ...pick(partnerDocuments, 'documentPath', 'fileName', 'fileType', 'fileSize', 'status'),
  ...pick(partnerDocuments, 'signedAt', 'declinedAt', 'declineReason', 'voidedAt'),
  ...pick(partnerDocuments, 'voidReason', 'effectiveOn', 'endsOn', 'replacesEarlier'),
  ...pick(partnerDocuments, 'signatureData', 'appendixA', 'sharedDocumentId'),
  assignedPartnerIds: sql<
    string[]
  >`coalesce(${ofShared(sql`case when assigned_view_id is null then assigned_partner_ids end`)}, '{}')`,
  assignedGroup: sql<string | null>`${ofShared(sql`assigned_group`)}`,
  assignedViewId: sql<string | null>`${ofShared(sql`assigned_view_id`)}`,
  createdAt: partnerDocuments.createdAt,
  updatedAt: partnerDocuments.updatedAt,
  evidence: signatureColumns,
  awaitsCompany: awaitsCompany(sql`"partner_documents"`),
  countersignature: countersignatureColumns,
  amendedBy,
}

/** The conditions of the joins that `documentColumns` needs. */
export const isSignatureOf = eq(documentSignatures.documentId, partnerDocuments.id)
export const isCountersignatureOf = eq(documentCountersignatures.documentId, partnerDocuments.id)

/** Lists a partner's agreements, the oldest first, each with the evidence of its signature if it has one. */
export const listDocuments = (db: Executor, partnerId: string, { page, limit }: Page) =>
  db
    .select(documentColumns)
    .from(partnerDocuments)
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(eq(partnerDocuments.partnerId, partnerId))
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.documentType), asc(partnerDocuments.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countDocuments = (db: Executor, partnerId: string) =>
  db.$count(partnerDocuments, eq(partnerDocuments.partnerId, partnerId))

/** Returns the agreements that exist of those with the given ids. */
export const getDocuments = (db: Executor, ids: string[]) =>
  db
    .select(documentColumns)
    .from(partnerDocuments)
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(inArray(partnerDocuments.id, ids))

export const getDocument = async (db: Executor, id: string) => (await getDocuments(db, [id]))[0]

/** Returns the whole evidence of a signature, for the signed text and its signature block. */
export const getSignature = (db: Executor, documentId: string) =>
  findRow(db.select().from(documentSignatures), eq(documentSignatures.documentId, documentId))

export type Signature = NonNullable<Awaited<ReturnType<typeof getSignature>>>

export const createDocument = insertInto(partnerDocuments)

/** Returns the terms that a new agreement takes over from the agreement that it replaces; null if there are none. */
export const getCarriedTerms = async (db: Executor, partnerId: string, documentType: string) => {
  const { rows } = await db.execute<{ terms: Record<string, string> | null }>(
    sql`select ${carriedTerms(sql`${partnerId}::uuid`, sql`${documentType}`)} as terms`,
  )
  return rows[0]?.terms ?? null
}

/** All agreements of a type, the oldest first. */
export const listDocumentsOfType = (db: Executor, partnerId: string, documentType: string) =>
  db
    .select({
      id: partnerDocuments.id,
      documentType: partnerDocuments.documentType,
      documentName: agreementName(partnerDocuments.documentType),
      ...pick(partnerDocuments, 'status', 'voidedAt', 'endsOn', 'replacesEarlier', 'appendixA'),
    })
    .from(partnerDocuments)
    .where(and(eq(partnerDocuments.partnerId, partnerId), eq(partnerDocuments.documentType, documentType)))
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.id))

/** Marks a pending agreement as signed, even if it was declined, and stores its file; returns false when it is signed already. */
export const setSigned = async (
  db: Executor,
  id: string,
  signature: {
    signedAt: Date
    signatureData: string
    appendixA?: Record<string, string>
    textVersion?: string
    awaitsCountersignature?: SQL<boolean>
  },
  file: RegisteredFile | null,
) => {
  const signed = await db
    .update(partnerDocuments)
    .set({ ...signature, status: 'signed', ...notDeclined, ...fileColumns(file) })
    .where(and(eq(partnerDocuments.id, id), eq(partnerDocuments.status, 'pending')))
    .returning({ id: partnerDocuments.id })
  return signed.length === 1
}

const fileColumns = (file: RegisteredFile | null) => ({
  documentPath: file?.objectKey ?? null,
  fileName: file?.fileName ?? null,
  fileType: file?.fileType ?? null,
  fileSize: file?.fileSize ?? null,
  fileSha256: file?.sha256 ?? null,
})

/** Stores when the partner first opened an agreement. Staff who are editing it do not notice. */
export const setOpened = (db: Executor, id: string) =>
  db.execute(sql`update partner_documents set opened_at = now() where id = ${id} and opened_at is null`)

/** Stores the file that proves an existing signature. */
export const setFile = async (db: Executor, id: string, file: RegisteredFile) => {
  await db.update(partnerDocuments).set(fileColumns(file)).where(eq(partnerDocuments.id, id))
}

export const createSignature = async (db: Executor, signature: typeof documentSignatures.$inferInsert) => {
  await db.insert(documentSignatures).values(signature)
}

export const deleteDocument = deleteFrom(partnerDocuments)

/** Makes a signed agreement pending again, and removes its signature and file. */
export const setPending = async (db: Executor, id: string) => {
  await db
    .update(partnerDocuments)
    .set({ status: 'pending', signedAt: null, signatureData: null, ...noFile })
    .where(eq(partnerDocuments.id, id))
}

/** The values of the columns for an agreement that its partner has not declined, or no longer declines. */
export const notDeclined = { declinedAt: null, declineReason: null }

const noFile = { documentPath: null, fileName: null, fileType: null, fileSize: null, fileSha256: null }

/** Changes an agreement that is not signed. If the partner declined it, it becomes open again. */
export const updateDocument = async (
  db: Executor,
  id: string,
  change: { documentType: string; appendixA: Record<string, string> | null },
) => {
  await db
    .update(partnerDocuments)
    // From now on, changes of the agreement for several partners do not overwrite these terms.
    .set({ ...change, ...notDeclined, hasOwnTerms: true })
    .where(eq(partnerDocuments.id, id))
}

/** Returns the file name of a signed agreement without its extension. */
export const signedName = ({ documentName, signedAt }: { documentName: string; signedAt: Date }): string =>
  `${documentName} signed ${signedAt.toISOString().slice(0, 10)}`
