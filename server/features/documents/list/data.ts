import { and, asc, count, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { DocumentSort, DocumentSortColumn } from '#contract/documents/document-filters.ts'
import type { listAllDocuments as contract } from '#contract/documents/document-list.ts'
import type { Parsed } from '#contract/endpoint.ts'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { agreementTypes } from '#server/db/schema/agreement-types.ts'
import { partnerDocuments, partnerProfiles } from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { compared, patternsOf } from '#server/db/search.ts'
import { isSignedEarlier } from '#server/features/agreement-types/data.ts'
import { hasManager } from '#server/features/partners/filter/data.ts'
import { pick } from '#server/pick.ts'
import { documentColumns, isCountersignatureOf, isSignatureOf } from '../data.ts'
import { isInState, isOwnerDisabled } from '../states/data.ts'

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
  const isNamed = sql`${partnerDocuments.searchText} like ${pattern}`
  return types.length > 0 ? sql`(${isNamed} or ${inArray(partnerDocuments.documentType, types)})` : isNamed
}

const isInGroup = (group: string) => sql`${partnerDocuments.partnerId} in (
  select profile.id from partner_profiles profile join users account on account.id = profile.user_id
  where account.partner_group = ${group})`

const isPartOf = (shared: string) =>
  shared === 'none'
    ? isNull(partnerDocuments.sharedDocumentId)
    : eq(partnerDocuments.sharedDocumentId, shared)

const self = sql`"partner_documents"`
const textOf = (version: string) =>
  version === 'earlier' ? isSignedEarlier(self) : eq(partnerDocuments.textVersion, version)

const isChosen = (filter: DocumentFilter) => {
  const { words, status, type, version, from, until, olderThan, signedFrom, signedUntil, opened, access } =
    filter
  return and(
    ...words.map(hasWord),
    status && isInState[status](self),
    type ? inArray(partnerDocuments.documentType, type) : undefined,
    version ? textOf(version) : undefined,
    from && gte(partnerDocuments.createdAt, from),
    until && lt(partnerDocuments.createdAt, until),
    olderThan === undefined
      ? undefined
      : sql`${partnerDocuments.createdAt} < now() - make_interval(days => ${olderThan})`,
    signedFrom && gte(partnerDocuments.signedAt, signedFrom),
    signedUntil && lt(partnerDocuments.signedAt, signedUntil),
    opened && (opened === 'yes' ? isNotNull : isNull)(partnerDocuments.openedAt),
    access && (access === 'disabled' ? isOwnerDisabled(self) : sql`not ${isOwnerDisabled(self)}`),
    filter.partnerId === undefined ? undefined : eq(partnerDocuments.partnerId, filter.partnerId),
    filter.partnerGroup === null ? undefined : isInGroup(filter.partnerGroup),
    filter.manager ? hasManager(partnerDocuments.partnerId, filter.manager) : undefined,
    filter.shared ? isPartOf(filter.shared) : undefined,
    filter.joinedLater && eq(partnerDocuments.isJoinedLater, false),
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
  if (column === 'sent') return [direction(partnerDocuments.createdAt), direction(partnerDocuments.id)]
  if (column === 'partner')
    return [direction(partnerProfiles.fullName), direction(partnerProfiles.id), ...newestFirst]
  return [sql`${direction(sortKeys[column])} nulls last`, ...newestFirst]
}

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
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(isChosen(filter))
    .orderBy(...orderOf(sort))
    .limit(limit)
    .offset((page - 1) * limit)

export const countAllDocuments = async (db: Executor, filter: DocumentFilter) => {
  const [row] = await db.select({ total: count() }).from(partnerDocuments).where(isChosen(filter))
  return row?.total ?? 0
}

/** Returns the partners of those of the agreements whose text has to be signed again. */
export const findToAskAgain = async (db: Executor, documentType: string, ids: string[]) => {
  const rows = await db
    .select({ partnerId: partnerDocuments.partnerId })
    .from(partnerDocuments)
    .where(
      and(
        inArray(partnerDocuments.id, ids),
        eq(partnerDocuments.documentType, documentType),
        isSignedEarlier(self),
      ),
    )
  return rows.map(({ partnerId }) => partnerId)
}
