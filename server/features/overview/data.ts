import { and, asc, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import {
  partnerActivations,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { documentSignatures } from '#server/db/schema/signatures.ts'
import { users } from '#server/db/schema/users.ts'
import { withResources } from '#server/features/activations/data.ts'
import { documentColumns } from '#server/features/documents/data.ts'
import { isOverdue } from '#server/features/tasks/data.ts'

// Only the newest: the full lists are on each partner's page.
const newestRows = 50

const partner = {
  id: partnerProfiles.id,
  fullName: partnerProfiles.fullName,
  businessName: partnerProfiles.businessName,
}

export const listNewestDocuments = (db: Executor) =>
  db
    .select({ ...documentColumns, partner })
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, eq(documentSignatures.documentId, partnerDocuments.id))
    .orderBy(desc(partnerDocuments.createdAt), desc(partnerDocuments.id))
    .limit(newestRows)

export const listNewestActivations = async (db: Executor) =>
  withResources(
    db,
    'staff',
    await db
      .select({ ...getTableColumns(partnerActivations), partner })
      .from(partnerActivations)
      .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
      .orderBy(desc(partnerActivations.createdAt), desc(partnerActivations.id))
      .limit(newestRows),
  )

export const countOverdueTasks = (db: Executor) => db.$count(partnerTasks, isOverdue)

const countWhere = (status: string) =>
  sql<number>`count(*) filter (where ${partnerProfiles.onboardingStatus} = ${status})::int`

export const getStats = async (db: Executor) => {
  const signedNda = db
    .select({ partnerId: partnerDocuments.partnerId })
    .from(partnerDocuments)
    .where(sql`${partnerDocuments.documentType} = 'nda' and ${partnerDocuments.status} = 'signed'`)
  const [stats] = await db
    .select({
      total: sql<number>`count(*)::int`,
      pending: countWhere('profile'),
      approved: countWhere('completed'),
      documentsCompleted: sql<number>`count(*) filter (where ${partnerProfiles.id} in (${signedNda}))::int`,
    })
    .from(partnerProfiles)
  if (!stats) throw new Error('counting brought no row')
  return stats
}

const withoutProfile = sql`not exists (select from ${partnerProfiles} where ${partnerProfiles.userId} = ${users.id})`

/** The number at each step of onboarding. */
export const getFunnel = async (db: Executor) => {
  const [invited, rows] = await Promise.all([
    db.$count(users, and(eq(users.role, 'user'), isNull(users.disabledAt), withoutProfile)),
    db
      .select({
        profile: countWhere('profile'),
        documents: countWhere('documents'),
        completed: countWhere('completed'),
      })
      .from(partnerProfiles),
  ])
  if (!rows[0]) throw new Error('counting brought no row')
  return { invited, ...rows[0] }
}

const weeks = 12

/** The last weeks, the oldest first, those without a signature as well. */
export const countSignaturesByWeek = async (db: Executor) => {
  const { rows } = await db.execute<{ week: number; nda: number; venue_partnership_agreement: number }>(sql`
    with weeks as (
      select generate_series(0, ${weeks - 1}) as back, date_trunc('week', now() at time zone 'utc') as current),
    bounds as (select (current - back * interval '1 week') at time zone 'utc' as week from weeks)
    select (extract(epoch from week) * 1000)::float8 as week,
      count(*) filter (where document_type = 'nda')::int as nda,
      count(*) filter (where document_type = 'venue_partnership_agreement')::int as venue_partnership_agreement
    from bounds left join ${partnerDocuments}
      on signed_at >= week and signed_at < week + interval '1 week'
    group by week order by week`)
  return rows.map(({ week, ...counts }) => ({ week: new Date(week), ...counts }))
}

const maxStalledPartners = 10

/** The earliest partners who have not completed onboarding, without disabled users, who cannot. */
export const listStalledPartners = (db: Executor) =>
  db
    .select({
      ...partner,
      onboardingStatus: partnerProfiles.onboardingStatus,
      since: partnerProfiles.createdAt,
    })
    .from(partnerProfiles)
    .innerJoin(users, eq(users.id, partnerProfiles.userId))
    .where(and(sql`${partnerProfiles.onboardingStatus} <> 'completed'`, isNull(users.disabledAt)))
    .orderBy(asc(partnerProfiles.createdAt), asc(partnerProfiles.id))
    .limit(maxStalledPartners)
