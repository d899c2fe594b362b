import { and, asc, desc, eq, isNull, not, sql } from 'drizzle-orm'
import type { DocumentStatus } from '#contract/documents/document-status.ts'
import type { ReplacedTerms } from '#contract/documents/replaced-terms.ts'
import type { Page } from '#contract/paging.ts'
import { isInAudience, shownAudience } from '#server/db/audience.ts'
import { carriedTerms, replacedDocument } from '#server/db/carried-terms.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, insertInto, updateIn } from '#server/db/rows.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { sharedDocuments } from '#server/db/schema/shared.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { pick } from '#server/pick.ts'
import { documentColumns, isCountersignatureOf, isSignatureOf } from '../data.ts'

const progress = sql<{ partners: number; signed: number; joinedLater?: number }>`(
  select json_strip_nulls(json_build_object(
    'partners', (count(*) filter (where not own.is_joined_later))::int,
    'signed', (count(*) filter (where own.status = 'signed' and own.voided_at is null and not own.is_joined_later))::int,
    'joinedLater', nullif(count(*) filter (where own.is_joined_later), 0)::int))
  from partner_documents as own where own.shared_document_id = "shared_documents"."id")`

const columns = {
  id: sharedDocuments.id,
  partnerId: sql<null>`null`,
  documentType: sharedDocuments.documentType,
  documentName: agreementName(sql`"shared_documents"."document_type"`),
  ...pick(sharedDocuments, 'appendixA', 'effectiveOn', 'endsOn', 'replacesEarlier'),
  ...shownAudience(sharedDocuments),
  progress,
  ...pick(sharedDocuments, 'createdBy', 'createdAt', 'updatedAt'),
}

const isNotWithdrawn = isNull(sharedDocuments.withdrawnAt)
const hasId = (id: string) => and(eq(sharedDocuments.id, id), isNotWithdrawn)

/** Returns an agreement for several partners; undefined if it is withdrawn or does not exist. */
export const getSharedDocument = (db: Executor, id: string) =>
  findRow(db.select(columns).from(sharedDocuments), hasId(id))

/** Returns an agreement for several partners, and locks it until the transaction ends. */
export const lockSharedDocument = async (db: Executor, id: string) => {
  // This kind of lock lets other transactions add partners' rows that refer to the agreement.
  const [locked] = await db
    .select({ id: sharedDocuments.id })
    .from(sharedDocuments)
    .where(hasId(id))
    .for('no key update')
  return locked && getSharedDocument(db, id)
}

/** Lists the agreements for several partners, the newest first. */
export const listSharedDocuments = (db: Executor, { page, limit }: Page) =>
  db
    .select(columns)
    .from(sharedDocuments)
    .where(isNotWithdrawn)
    .orderBy(desc(sharedDocuments.createdAt), desc(sharedDocuments.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countSharedDocuments = (db: Executor) => db.$count(sharedDocuments, isNotWithdrawn)

export const createSharedDocument = insertInto(sharedDocuments)

export const updateSharedDocument = updateIn(sharedDocuments)

const isSigned = sql`(${partnerDocuments.status} = 'signed' and ${partnerDocuments.voidedAt} is null)`

const ofShared = (id: string, status: DocumentStatus | undefined) =>
  and(eq(partnerDocuments.sharedDocumentId, id), status && (status === 'signed' ? isSigned : not(isSigned)))

/** Lists the partners' own agreements that follow one for several partners, by the partner's name. */
export const listOwnOf = (
  db: Executor,
  id: string,
  status: DocumentStatus | undefined,
  { page, limit }: Page,
) =>
  db
    .select({
      ...documentColumns,
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
    })
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(ofShared(id, status))
    .orderBy(asc(partnerProfiles.fullName), asc(partnerDocuments.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countOwnOf = (db: Executor, id: string, status: DocumentStatus | undefined) =>
  db.$count(partnerDocuments, ofShared(id, status))

/**
 * Copies the terms to at most `limit` agreements of partners who have not signed. Declined agreements become open again. Returns the
 * changed agreements.
 */
export const updateTerms = async (db: Executor, id: string, limit: number) => {
  const { rows } = await db.execute<{
    id: string
    terms: Record<string, string> | null
    wasDeclined: boolean
  }>(sql`
    with chosen as (
      select own.id, own.declined_at is not null as was_declined from partner_documents own join shared_documents shared on shared.id = own.shared_document_id
      where shared.id = ${id} and own.status = 'pending' and not own.has_own_terms and own.appendix_a is distinct from shared.appendix_a
      order by own.id limit ${limit} for no key update of own
    )
    update partner_documents own set appendix_a = shared.appendix_a, declined_at = null, decline_reason = null, updated_at = now()
    from chosen, shared_documents shared
    where own.id = chosen.id and own.status = 'pending' and not own.has_own_terms and shared.id = ${id}
    returning own.id, own.appendix_a as terms, chosen.was_declined as "wasDeclined"`)
  return rows
}

interface Replacing {
  documentType: string
  partners: string[]
  group: string | null
}

const replacedRows = ({ partners, group }: Pick<Replacing, 'partners' | 'group'>) => {
  const named = [...partners, ...(group === null ? [] : [`group:${group}`])]
  const audience = named.length > 0 ? named : ['everyone']
  return sql`from partner_profiles profile join users account on account.id = profile.user_id
    where ${isInAudience(sql`select unnest(${sql.param(audience)}::text[])`)} and account.disabled_at is null`
}

/** Lists the partners of an audience, by name, each with the agreement that a new one would replace and the terms that it takes over. */
export const listReplacedTerms = async (db: Executor, replacing: Replacing, { page, limit }: Page) => {
  const type = sql`${replacing.documentType}`
  const { rows } = await db.execute<ReplacedTerms & Record<string, unknown>>(sql`
    select json_build_object('id', profile.id, 'fullName', profile.full_name, 'businessName', profile.business_name) as partner,
      ${replacedDocument(sql`profile.id`, type)} as "documentId",
      coalesce(${carriedTerms(sql`profile.id`, type)}, '{}') as terms
    ${replacedRows(replacing)}
    order by profile.full_name, profile.id limit ${limit} offset ${(page - 1) * limit}`)
  return rows
}

export const countReplacedTerms = async (db: Executor, replacing: Replacing) => {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count ${replacedRows(replacing)}`,
  )
  return rows[0]?.count ?? 0
}
