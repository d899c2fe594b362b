import { and, eq, sql } from 'drizzle-orm'
import type { SealPart } from '#contract/documents/evidence.ts'
import { maxRows } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { documentSeals } from '#server/db/schema/evidence.ts'
import { fileScans } from '#server/db/schema/files.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import {
  isQuarantined,
  newestQuarantinedFirst,
  quarantineColumns,
} from '#server/features/files/scans/data.ts'
import { pick } from '#server/pick.ts'
import { documentColumns, isCountersignatureOf, isSignatureOf, signedName } from '../data.ts'

/**
 * Returns the file at a path, and the agreement that it belongs to. A sealed PDF stays at its path even after a PDF with both signatures
 * has replaced it.
 */
export const getStoredDocument = async (db: Executor, documentPath: string) => {
  const sizeOfSealed = sql<number>`(
    select (event.data ->> 'size')::int from agreement_events event
    where event.document_id = ${partnerDocuments.id} and event.type = 'sealed' and event.data ->> 'sha256' = ${documentPath})`
  const [document] = await db
    .select({
      ...pick(partnerDocuments, 'id', 'partnerId', 'documentType'),
      documentName: documentColumns.documentName,
      ...pick(partnerDocuments, 'signedAt', 'documentPath', 'fileType', 'fileSize'),
      sha256: partnerDocuments.fileSha256,
      part: documentSeals.part,
      sizeOfSealed,
      countersignedAt: documentCountersignatures.signedAt,
    })
    .from(partnerDocuments)
    .leftJoin(
      documentSeals,
      and(eq(documentSeals.documentId, partnerDocuments.id), eq(documentSeals.sha256, documentPath)),
    )
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(
      sql`${partnerDocuments.id} in (
        select id from partner_documents where document_path = ${documentPath}
        union all select document_id from document_seals where sha256 = ${documentPath})`,
    )
  if (!document) return undefined
  const { documentName, fileType, signedAt, part, sizeOfSealed: size, countersignedAt, ...row } = document
  const isNewest = row.documentPath === documentPath
  const fileSize = isNewest ? row.fileSize : size
  const sha256 = isNewest ? row.sha256 : documentPath
  if (fileType === null || fileSize === null || sha256 === null || signedAt === null) return undefined
  return {
    ...pick(row, 'id', 'partnerId', 'documentType'),
    documentName,
    title: sealedName({
      documentName,
      signedAt,
      countersignedAt: part === 'countersignature' ? countersignedAt : null,
    }),
    objectKey: documentPath,
    fileType,
    fileSize,
    sha256,
    thumbnailSize: null,
  }
}

/** Returns the sealed PDF with only the partner's signature, or with both if `part` is the company's; undefined until it is sealed. */
export const getSealedFile = async (db: Executor, id: string, part: SealPart) => {
  const [file] = await db
    .select({
      documentName: documentColumns.documentName,
      signedAt: documentSignatures.signedAt,
      countersignedAt: documentCountersignatures.signedAt,
      sha256: documentSeals.sha256,
    })
    .from(partnerDocuments)
    .innerJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .innerJoin(
      documentSeals,
      and(eq(documentSeals.documentId, partnerDocuments.id), eq(documentSeals.part, part)),
    )
    .where(eq(partnerDocuments.id, id))
  if (!file?.sha256) return undefined
  const { sha256: objectKey, countersignedAt, ...named } = file
  const isWithBoth = part === 'countersignature'
  const name = sealedName({ ...named, countersignedAt: isWithBoth ? countersignedAt : null })
  return { objectKey, fileName: `${name}.pdf` }
}

/** Returns the file name of a sealed PDF without its extension. The name shows whether the company has signed, too. */
export const sealedName = ({
  countersignedAt,
  ...signed
}: {
  documentName: string
  signedAt: Date
  countersignedAt: Date | null
}): string =>
  countersignedAt
    ? `${signed.documentName} countersigned ${countersignedAt.toISOString().slice(0, 10)}`
    : signedName(signed)

/** Lists the quarantined scans of a partner's agreements; those of all partners if `partnerId` is null. */
export const listQuarantinedFiles = (db: Executor, partnerId: string | null) =>
  db
    .select({ filePath: fileScans.objectKey, ...quarantineColumns })
    .from(fileScans)
    .innerJoin(partnerDocuments, eq(partnerDocuments.documentPath, fileScans.objectKey))
    .where(and(isQuarantined, partnerId === null ? undefined : eq(partnerDocuments.partnerId, partnerId)))
    .orderBy(...newestQuarantinedFirst)
    .limit(maxRows)
