import { and, asc, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { DocumentSort, DocumentSortColumn } from '#contract/documents/document-filters.ts'
import type { listAllDocuments as contract } from '#contract/documents/document-list.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { isOf } from '#server/db/partner-filter.ts'
import { agreementTypes } from '#server/db/schema/agreement-types.ts'
import { currentAgreementFacts as current, agreementFacts as facts } from '#server/db/schema/list-facts.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { compared, patternsOf } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'
import { documentColumns, isCountersignatureOf, isSignatureOf } from '../data.ts'
import { isInState } from '../states/data.ts'

type Query = Omit<Parsed<typeof contract, 'query'>, 'search' | 'sort' | 'page' | 'limit'>

/** The filters of the list, with each word of the search and the types whose names contain it. */
export type DocumentFilter = Query & { words: { pattern: string; types: string[] }[] }

/** Returns the words of a search, each with the types whose names contain it. There are few types, and many agreements of each. */
export const findWords = (db: Executor, search: string | null) =>
  Promise.all(
    patternsOf(search ?? '').map(async (pattern) => {
      const found = await db
        .select({ id: agreementTypes.id })
        .from(agreementTypes)
        .where(sql`${compared(agreementTypes.name)} like ${pattern}`)
      return { pattern, types: found.map(({ id }) => id) }
    }),
  )

const hasWord = ({ pattern, types }: DocumentFilter['words'][number]) => {
  const isNamed = sql`${facts.id} in (select named.id from partner_documents named where named.search_text like ${pattern})`
  return types.length > 0 ? sql`(${isNamed} or ${inArray(facts.documentType, types)})` : isNamed
}

// The moment is computed once in a subquery, not for each row.
const isOlderThan = (days: number) =>
  sql`${facts.createdAt} < (select now() - make_interval(days => ${days}))`

const isPartOf = (shared: string) =>
  shared === 'none' ? isNull(facts.sharedDocumentId) : eq(facts.sharedDocumentId, shared)

const isChosen = (filter: DocumentFilter) => {
  const { words, status, type, version, from, until, olderThan, signedFrom, signedUntil, opened, access } =
    filter
  return and(
    ...words.map(hasWord),
    status && isInState[status](sql`${facts}`),
    type ? inArray(facts.documentType, type) : undefined,
    version ? (version === 'earlier' ? eq(facts.isBehind, true) : eq(facts.textVersion, version)) : undefined,
    from && gte(facts.createdAt, from),
    until && lt(facts.createdAt, until),
    olderThan === undefined ? undefined : isOlderThan(olderThan),
    signedFrom && gte(facts.signedAt, signedFrom),
    signedUntil && lt(facts.signedAt, signedUntil),
    opened && (opened === 'yes' ? isNotNull : isNull)(facts.openedAt),
    access && eq(facts.isDisabled, access === 'disabled'),
    filter.partnerId === undefined ? undefined : eq(facts.partnerId, filter.partnerId),
    filter.partnerGroup === null ? undefined : eq(facts.partnerGroup, filter.partnerGroup),
    filter.manager ? isOf(facts.managerId, filter.manager) : undefined,
    filter.shared ? isPartOf(filter.shared) : undefined,
    filter.joinedLater && eq(facts.isJoinedLater, false),
  )
}

const sortKeys = {
  event: partnerDocuments.eventName,
  opened: partnerDocuments.openedAt,
  signed: partnerDocuments.signedAt,
  ends: partnerDocuments.endsOn,
}
const newestFirst = [desc(partnerDocuments.createdAt), desc(partnerDocuments.id)]

/** The order of the list, as the indexes have it. Agreements without a value come last. */
const orderOf = (sort: DocumentSort): SQL[] => {
  const column = sort.replace('-', '') as DocumentSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  if (column === 'sent') return [direction(facts.createdAt), direction(facts.id)]
  if (column === 'partner')
    return [direction(partnerProfiles.fullName), direction(partnerProfiles.id), ...newestFirst]
  return [sql`${direction(sortKeys[column])} nulls last`, ...newestFirst]
}

/** Lists a page of the agreements of all partners. Call `refreshPartnerFacts` before, as also before counting them. */
export const listAllDocuments = (
  db: Executor,
  filter: DocumentFilter,
  sort: DocumentSort,
  { page, limit }: Page,
) =>
  db
    .select({
      ...documentColumns,
      ...pick(partnerDocuments, 'eventName', 'openedAt'),
      partner: pick(partnerProfiles, 'id', 'fullName', 'businessName'),
    })
    .from(facts)
    .innerJoin(partnerDocuments, eq(partnerDocuments.id, facts.id))
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllDocuments = (db: Executor, filter: DocumentFilter) => db.$count(facts, isChosen(filter))

/** Returns the partners of those of the agreements whose text has to be signed again. */
export const findToAskAgain = async (db: Executor, documentType: string, ids: string[]) => {
  const rows = await db
    .select({ partnerId: current.partnerId })
    .from(current)
    .where(and(inArray(current.id, ids), eq(current.documentType, documentType), eq(current.isBehind, true)))
  return rows.map(({ partnerId }) => partnerId)
}
