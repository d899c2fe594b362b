import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { PartnerSort } from '#contract/partners/partners.ts'
import type { OnboardingStatus } from '#contract/partners/profile.ts'
import type { Executor } from '#server/db/client.ts'
import { partnerActivities, partnerProfiles } from '#server/db/schema/partners.ts'
import { users } from '#server/db/schema/users.ts'
import { containsWords } from '#server/db/search.ts'
import { profileColumns } from './profile/data.ts'

export interface PartnerFilter {
  search: string | null
  status?: OnboardingStatus | undefined
}

const chosen = ({ search, status }: PartnerFilter) =>
  and(
    status && eq(partnerProfiles.onboardingStatus, status),
    search === null ? undefined : containsWords(sql`${partnerProfiles.searchText}`, search),
  )

export const countPartners = (db: Executor, filter: PartnerFilter) =>
  db.$count(partnerProfiles, chosen(filter))

/** What identifies a partner in a picker. */
export const listPartnerChoices = (db: Executor, search: string | null, { page, limit }: Page) => {
  const query = db
    .select({
      id: partnerProfiles.id,
      fullName: partnerProfiles.fullName,
      businessName: partnerProfiles.businessName,
    })
    .from(partnerProfiles)
    .where(chosen({ search }))
    .orderBy(asc(partnerProfiles.fullName), asc(partnerProfiles.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

const orders: Record<PartnerSort, SQL[]> = {
  newest: [desc(partnerProfiles.createdAt), desc(partnerProfiles.id)],
  oldest: [asc(partnerProfiles.createdAt), asc(partnerProfiles.id)],
  name: [asc(partnerProfiles.fullName), asc(partnerProfiles.id)],
  business: [asc(partnerProfiles.businessName), asc(partnerProfiles.id)],
}

const userColumns = {
  id: users.id,
  email: users.email,
  firstName: users.firstName,
  lastName: users.lastName,
  role: users.role,
  partnerGroup: users.partnerGroup,
  disabledAt: users.disabledAt,
}

const selectPartners = (db: Executor) =>
  db
    .select({ ...profileColumns, user: userColumns })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))

export const listPartners = (
  db: Executor,
  filter: PartnerFilter,
  sort: PartnerSort,
  { page, limit }: Page,
) => {
  const query = selectPartners(db)
    .where(chosen(filter))
    .orderBy(...orders[sort])
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const getPartner = async (db: Executor, id: string) => {
  const [partner] = await selectPartners(db).where(eq(partnerProfiles.id, id))
  return partner
}

type ExportedColumn = Exclude<keyof typeof profileColumns, 'id'> | 'userEmail' | 'partnerGroup'

/** The statement that reads these columns of the filtered partners, in this order. */
export const exportQuery = (
  db: Executor,
  filter: PartnerFilter,
  sort: PartnerSort,
  columns: readonly ExportedColumn[],
) => {
  const known = {
    ...profileColumns,
    userEmail: users.email,
    partnerGroup: users.partnerGroup,
  }
  const selected = Object.fromEntries(columns.map((name) => [name, known[name]]))
  return db
    .select(selected)
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(chosen(filter))
    .orderBy(...orders[sort])
    .toSQL()
}

/** Prevents the user's deletion until the transaction ends. */
export const lockUserForShare = async (db: Executor, id: string) => {
  const [user] = await db
    .select({ id: users.id, disabledAt: users.disabledAt })
    .from(users)
    .where(eq(users.id, id))
    .for('key share')
  return user
}

/** The latest first. */
export const listActivities = (db: Executor, partnerId: string, { page, limit }: Page) => {
  const query = db
    .select({
      id: partnerActivities.id,
      partnerId: partnerActivities.partnerId,
      activityType: partnerActivities.activityType,
      description: partnerActivities.description,
      metadata: partnerActivities.metadata,
      createdAt: partnerActivities.createdAt,
      actorName: sql<string | null>`coalesce(
        nullif(trim(concat_ws(' ', ${users.firstName}, ${users.lastName})), ''), ${partnerProfiles.fullName}, ${users.email})`,
    })
    .from(partnerActivities)
    .leftJoin(users, eq(users.id, sql`(${partnerActivities.metadata}->>'actorId')::uuid`))
    .leftJoin(partnerProfiles, eq(partnerProfiles.userId, users.id))
    .where(eq(partnerActivities.partnerId, partnerId))
    .orderBy(desc(partnerActivities.createdAt), desc(partnerActivities.id))
    .$dynamic()
  return query.limit(limit).offset((page - 1) * limit)
}

export const countActivities = (db: Executor, partnerId: string) =>
  db.$count(partnerActivities, eq(partnerActivities.partnerId, partnerId))
