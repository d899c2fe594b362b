import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type {
  PartnerSort,
  PartnerSortColumn,
  PartnerState,
  SignedFilter,
} from '#contract/partners/partner-filters.ts'
import type { Executor } from '#server/db/client.ts'
import { lastSeenAtPartner } from '#server/db/people.ts'
import { lockRow } from '#server/db/rows.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { containsWords } from '#server/db/search.ts'
import { displayName } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'
import { lastContactWith } from './contact/data.ts'
import { profileColumns } from './profile/data.ts'

export interface PartnerFilter {
  search: string | null
  status?: PartnerState | undefined
  signed?: SignedFilter | undefined
}

// Subqueries need column names with the table, which Drizzle leaves out in queries of one table.
const ownId = sql`"partner_profiles"."id"`

const hasSigned = (documentType: 'nda' | 'venue_partnership_agreement') =>
  sql`exists (select from partner_documents as document where document.partner_id = ${ownId}
    and document.document_type = ${documentType} and document.status = 'signed' and document.voided_at is null)`

// An erased partner will not sign anything more.
const isNotErased = sql`exists (select from users as account where account.id = "partner_profiles"."user_id" and account.erased_at is null)`

const signedConditions: Record<SignedFilter, SQL> = {
  nda: hasSigned('nda'),
  no_nda: sql`not ${hasSigned('nda')} and ${isNotErased}`,
  only_nda: sql`${hasSigned('nda')} and not ${hasSigned('venue_partnership_agreement')} and ${isNotErased}`,
}

// The condition is written out as in the partial index: with a parameter, PostgreSQL would not recognize that it is the same.
const isInOnboarding = sql`${partnerProfiles.onboardingStatus} <> 'completed'
  and exists (select from users as account where account.id = "partner_profiles"."user_id" and account.disabled_at is null)`

const isIn = (status: PartnerState) =>
  status === 'onboarding' ? isInOnboarding : eq(partnerProfiles.onboardingStatus, status)

// The two kinds of names are in tables of their own, so that each is found by its index.
const isFoundBy = (search: string) => sql`${partnerProfiles.id} in (
  select found.id from partner_profiles found where ${containsWords(sql`found.search_text`, search)}
  union select member.partner_id from users person join partner_members member on member.user_id = person.id
    where ${containsWords(sql`person.search_text`, search)})`

const chosen = ({ search, status, signed }: PartnerFilter) =>
  and(
    status && isIn(status),
    signed && signedConditions[signed],
    search === null ? undefined : isFoundBy(search),
  )

export const countPartners = (db: Executor, filter: PartnerFilter) =>
  db.$count(partnerProfiles, chosen(filter))

/** Lists partners with the columns that identify them in a picker. */
export const listPartnerChoices = (db: Executor, search: string | null, { page, limit }: Page) => {
  const query = db
    .select(pick(partnerProfiles, 'id', 'fullName', 'businessName'))
    .from(partnerProfiles)
    .where(chosen({ search }))
    .orderBy(asc(partnerProfiles.fullName), asc(partnerProfiles.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

const countDocuments = (condition: SQL) =>
  sql<number>`(select count(*)::int from partner_documents as document where document.partner_id = ${ownId} and ${condition})`

/** How far each partner is, read from indexes alone in the same statement as the page. */
const progress = {
  agreements: {
    signed: countDocuments(sql`document.status = 'signed' and document.voided_at is null`),
    total: countDocuments(sql`document.voided_at is null`),
  },
  openTasks: sql<number>`(select count(*)::int from partner_tasks as task
    where task.partner_id = ${ownId} and task.status <> 'completed' and task.deleted_at is null)`,
  lastSeenAt: lastSeenAtPartner(ownId),
  lastContactAt: lastContactWith(partnerProfiles),
}

const sortKeys: Record<PartnerSortColumn, SQL> = {
  created: sql`${partnerProfiles.createdAt}`,
  name: sql`${partnerProfiles.fullName}`,
  business: sql`${partnerProfiles.businessName}`,
  group: sql`${users.partnerGroup}`,
  status: sql`array_position(array['profile', 'documents', 'completed']::text[], ${partnerProfiles.onboardingStatus}::text)`,
  agreements: progress.agreements.signed,
  tasks: progress.openTasks,
  seen: sql`${progress.lastSeenAt}`,
  contact: progress.lastContactAt,
}

// These columns are times, null for never, which sorts as earlier than any time.
const isMoment: PartnerSortColumn[] = ['seen', 'contact']

/** The order of a list. Partners without a group come last; rows that are equal are sorted by id. */
const orderOf = (sort: PartnerSort) => {
  const column = sort.replace('-', '') as PartnerSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  const key = direction(sortKeys[column])
  const ordered = isMoment.includes(column)
    ? sql`${key} ${direction === desc ? sql`nulls last` : sql`nulls first`}`
    : key
  return [column === 'group' ? sql`${key} nulls last` : ordered, direction(partnerProfiles.id)]
}

const partnerColumns = {
  ...profileColumns,
  conversationId: sql<string | null>`(select id from ${chatConversations} where partner_id = ${ownId})`,
}

const userColumns = pick(users, 'id', 'email', 'firstName', 'lastName', 'role', 'partnerGroup', 'disabledAt')

export const listPartners = (
  db: Executor,
  filter: PartnerFilter,
  sort: PartnerSort,
  { page, limit }: Page,
) => {
  const query = db
    .select({ ...partnerColumns, user: userColumns, ...progress })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(chosen(filter))
    .orderBy(...orderOf(sort))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const getPartner = async (db: Executor, id: string) => {
  const [partner] = await db
    .select({ ...partnerColumns, user: userColumns })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(partnerProfiles.id, id))
  return partner
}

/** The people of a partner in one cell, the owner first, with their addresses and titles. */
const people = sql<string>`(
  select string_agg(concat_ws(', ', ${displayName('person', sql`case when person.id = ${partnerProfiles.userId} then ${partnerProfiles.fullName} end`)}
      || ' <' || person.email || '>', member.title), '; ' order by person.id = ${partnerProfiles.userId} desc, member.accepted_at)
  from partner_members member join users person on person.id = member.user_id where member.partner_id = ${ownId})`

type ExportedColumn =
  | Exclude<keyof typeof profileColumns, 'id'>
  | 'partnerId'
  | 'userEmail'
  | 'partnerGroup'
  | 'people'

/** Returns the statement that reads these columns of the filtered partners, in this order. */
export const exportQuery = (
  db: Executor,
  filter: PartnerFilter,
  sort: PartnerSort,
  columns: readonly ExportedColumn[],
) => {
  const known = {
    ...profileColumns,
    partnerId: partnerProfiles.id,
    userEmail: users.email,
    partnerGroup: users.partnerGroup,
    people: people.as('people'),
  }
  const selected = Object.fromEntries(columns.map((name) => [name, known[name]]))
  return db
    .select(selected)
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(chosen(filter))
    .orderBy(...orderOf(sort))
    .toSQL()
}

/** Prevents the user's deletion until the transaction ends. */
export const lockUserForShare = (db: Executor, id: string) =>
  lockRow(
    db.select({ id: users.id, disabledAt: users.disabledAt }).from(users),
    eq(users.id, id),
    'key share',
  )
