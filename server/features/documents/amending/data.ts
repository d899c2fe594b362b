import { and, asc, eq, or, sql } from 'drizzle-orm'
import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import { maxAmendedAgreements } from '#contract/documents/amendment-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments } from '#server/db/schema/partners.ts'
import { documentAmendments } from '#server/db/schema/signatures.ts'
import { agreementName, agreementTitle } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'
import { awaitsCompany } from '../countersigning/data.ts'

/** The amendments of the agreement in the row of an outer query, for a query with the alias `amendment`. */
const ofOuter = (documentId: string) =>
  sql`document_amendments link join partner_documents amendment on amendment.id = link.amendment_id
    where link.document_id = ${sql.raw(documentId)}`

const isInEffect = sql`amendment.status = 'signed' and amendment.voided_at is null and not amendment.awaits_countersignature`
const newName = sql`amendment.appendix_a ->> 'recipientCompany'`

interface Amendment {
  id: string
  documentName: string
  at: string
  partnerName: string
}

/** The amendments of an agreement that both sides have signed, latest first. `at` is the time of the last signature. */
export const amendedBy = sql`(
  select coalesce(json_agg(json_build_object('id', amendment.id, 'documentName', ${agreementName(sql`amendment.document_type`)},
    'at', coalesce((select company.signed_at from document_countersignatures company where company.document_id = amendment.id), amendment.signed_at),
    'partnerName', ${newName}) order by amendment.signed_at desc), '[]')
  from ${ofOuter('"partner_documents"."id"')} and ${isInEffect})`.mapWith((amendments: Amendment[]) =>
  amendments.map(({ at, ...amendment }) => ({ ...amendment, at: new Date(at) })),
)

export type FormerlyNamed = {
  id: string
  documentName: string
  title: string
  signedAt: Date
  signerName: string
  textSha256: string
  partnerName: string
}

/**
 * Lists a partner's agreements in force that were signed in the portal before the business name changed, and that name the partner
 * otherwise than the profile does, the earliest signature first. The name in an agreement is that of its last amendment. Left out are
 * agreements in an amendment that waits and is not out of date, and those signed on paper, since the portal does not know what they say.
 */
export const listFormerlyNamed = async (db: Executor, partnerId: string): Promise<FormerlyNamed[]> => {
  const { rows } = await db.execute<Omit<FormerlyNamed, 'signedAt'> & { signedAt: string }>(sql`
    select document.id, ${agreementName(sql`document.document_type`)} as "documentName",
      ${agreementTitle(sql`document.document_type`, sql`signature.agreement_version`)} as title,
      signature.signed_at as "signedAt", signature.signer_name as "signerName", signature.agreement_sha256 as "textSha256", party.name as "partnerName"
    from partner_documents document
    join partner_profiles profile on profile.id = document.partner_id
    join users account on account.id = profile.user_id
    join document_signatures signature on signature.document_id = document.id
    cross join lateral (select coalesce(
      (select ${newName} from ${ofOuter('document.id')} and ${isInEffect} order by amendment.signed_at desc limit 1),
      signature.values ->> 'recipientCompany') as name) party
    where document.partner_id = ${partnerId} and document.document_type <> ${amendmentType} and document.voided_at is null
      and (document.ends_on is null or document.ends_on >= (now() at time zone 'utc')::date)
      and signature.signed_at <= profile.business_name_changed_at and party.name <> profile.business_name
      and account.erased_at is null
      and not exists (select from ${ofOuter('document.id')}
        and (${awaitsCompany(sql`amendment`)} or amendment.status = 'pending' and ${newName} = profile.business_name))
    order by signature.signed_at, document.id limit ${maxAmendedAgreements}`)
  return rows.map((row) => ({ ...row, signedAt: new Date(row.signedAt) }))
}

/** Lists a partner's amendments that are not signed by both sides, the oldest first. */
export const listWaiting = (db: Executor, partnerId: string) =>
  db
    .select(pick(partnerDocuments, 'id', 'documentType', 'status', 'declinedAt', 'appendixA'))
    .from(partnerDocuments)
    .where(
      and(
        eq(partnerDocuments.partnerId, partnerId),
        eq(partnerDocuments.documentType, amendmentType),
        or(eq(partnerDocuments.status, 'pending'), awaitsCompany(sql`"partner_documents"`)),
      ),
    )
    .orderBy(asc(partnerDocuments.createdAt), asc(partnerDocuments.id))

export const addAmended = async (tx: Executor, amendmentId: string, documentIds: string[]) => {
  await tx.insert(documentAmendments).values(documentIds.map((documentId) => ({ amendmentId, documentId })))
}

/** Lists the agreements that an amendment amends, the earliest signature first. */
export const listAmended = (db: Executor, amendmentId: string) =>
  db
    .select({
      id: partnerDocuments.id,
      documentName: agreementName(partnerDocuments.documentType),
      signedAt: sql<Date>`${partnerDocuments.signedAt}`.mapWith(partnerDocuments.signedAt),
    })
    .from(documentAmendments)
    .innerJoin(partnerDocuments, eq(partnerDocuments.id, documentAmendments.documentId))
    .where(eq(documentAmendments.amendmentId, amendmentId))
    .orderBy(asc(partnerDocuments.signedAt), asc(partnerDocuments.id))
