import { asc, desc, eq, inArray, type SQLWrapper, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Page } from '#contract/paging.ts'
import type { PartnerSort, PartnerSortColumn } from '#contract/partners/partner-filters.ts'
import type { Executor } from '#server/db/client.ts'
import { isChosen, isFoundBy, type PartnerFilter } from '#server/db/partner-filter.ts'
import { lockRow } from '#server/db/rows.ts'
import { chatConversations } from '#server/db/schema/chat.ts'
import { partnerFacts as facts, statusPlace } from '#server/db/schema/partner-facts.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { displayName, namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'
import { profileColumns } from './profile/data.ts'
import { tagsOf } from './tags/data.ts'

/** Counts the partners of a filter. Call `refreshPartnerFacts` before it. */
export const countPartners = (db: Executor, filter: PartnerFilter) => db.$count(facts, isChosen(filter))

const isNamed = (search: string | null) => (search ? isFoundBy(partnerProfiles.id, search) : undefined)

/** Lists partners with the columns that identify them in a picker. */
export const listPartnerChoices = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select(pick(partnerProfiles, 'id', 'fullName', 'businessName'))
    .from(partnerProfiles)
    .where(isNamed(search))
    .orderBy(asc(partnerProfiles.fullName), asc(partnerProfiles.id))
    .limit(limit)
    .offset((page - 1) * limit)

export const countPartnerChoices = (db: Executor, search: string | null) =>
  db.$count(partnerProfiles, isNamed(search))

// Subqueries need column names with the table, which Drizzle leaves out in queries of one table.
const ownId = sql`"partner_profiles"."id"`

const managerName = sql`(select ${displayName('manager')} from users as manager where manager.id = ${facts.managerId})`

const sortKeys: Record<PartnerSortColumn, SQLWrapper> = {
  created: facts.createdAt,
  name: facts.fullName,
  business: facts.businessName,
  state: facts.state,
  group: facts.partnerGroup,
  manager: managerName,
  status: statusPlace(facts.onboardingStatus),
  agreements: facts.signedAgreements,
  tasks: facts.openTasks,
  invited: facts.invitedAt,
  seen: facts.lastSeenAt,
  contact: facts.lastContactAt,
}

// A time is null for never, which sorts as earlier than any time. Partners without one of the names come last.
const withNulls: Partial<Record<PartnerSortColumn, 'time' | 'name'>> = {
  group: 'name',
  manager: 'name',
  invited: 'time',
  seen: 'time',
  contact: 'time',
}

/** The order of a list. Rows that are equal are sorted by id. */
const orderOf = (sort: PartnerSort) => {
  const column = sort.replace('-', '') as PartnerSortColumn
  const direction = sort.startsWith('-') ? desc : asc
  const key = direction(sortKeys[column])
  const kind = withNulls[column]
  const nulls = kind === 'time' && direction === asc ? sql`nulls first` : sql`nulls last`
  // PostgreSQL would not take the order of a column that is never null from its index if the order said where nulls go.
  return [kind ? sql`${key} ${nulls}` : key, direction(facts.partnerId)]
}

const partnerColumns = {
  ...profileColumns,
  conversationId: sql<string | null>`(select id from ${chatConversations} where partner_id = ${ownId})`,
  manager: namedUser('"partner_profiles"."manager_id"'),
  tags: tagsOf(ownId),
}

const userColumns = pick(users, 'id', 'email', 'firstName', 'lastName', 'role', 'partnerGroup', 'disabledAt')

const factColumns = {
  agreements: { signed: facts.signedAgreements, total: facts.agreements },
  openTasks: facts.openTasks,
  isOverdue: sql<boolean>`coalesce(${facts.earliestDue} < now(), false)`,
  ...pick(facts, 'invitedAt', 'hasSignedIn', 'lastSeenAt', 'lastContactAt'),
}

/** Orders partners. For the names of their managers, the few members of staff are sorted once, instead of reading one for each partner. */
const withManagers = <Query extends PgSelect>(db: Executor, sort: PartnerSort, matching: Query) => {
  if (!sort.endsWith('manager')) return matching.orderBy(...orderOf(sort))
  const place = sql<number>`row_number() over (order by ${displayName('users')})`.as('place')
  const team = db
    .select({ id: users.id, place })
    .from(users)
    .where(inArray(users.role, ['support', 'admin']))
    .as('team')
  const direction = sort.startsWith('-') ? desc : asc
  return matching
    .leftJoin(team, eq(team.id, facts.managerId))
    .orderBy(sql`${direction(team.place)} nulls last`, direction(facts.partnerId))
}

/**
 * Lists a page of partners. The page is chosen from the narrow rows of facts alone. Call `refreshPartnerFacts` before it.
 */
export const listPartners = (
  db: Executor,
  filter: PartnerFilter,
  sort: PartnerSort,
  { page, limit }: Page,
) => {
  const matching = db.select({ partnerId: facts.partnerId }).from(facts).where(isChosen(filter)).$dynamic()
  const onPage = withManagers(db, sort, matching)
    .limit(limit)
    .offset((page - 1) * limit)
  return db
    .select({ ...partnerColumns, user: userColumns, ...factColumns })
    .from(facts)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, facts.partnerId))
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(inArray(facts.partnerId, onPage))
    .orderBy(...orderOf(sort))
}

export const getPartner = async (db: Executor, id: string) => {
  const [partner] = await db
    .select({ ...partnerColumns, user: userColumns })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(eq(partnerProfiles.id, id))
  return partner
}

const managerEmail = sql<
  string | null
>`(select email from users as manager where manager.id = ${partnerProfiles.managerId})`

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
  | 'managerEmail'
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
    managerEmail: managerEmail.as('manager_email'),
    people: people.as('people'),
  }
  const selected = Object.fromEntries(columns.map((name) => [name, known[name]]))
  return db
    .select(selected)
    .from(facts)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, facts.partnerId))
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(isChosen(filter))
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
