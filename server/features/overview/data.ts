import { and, count, desc, eq, getTableColumns, type SQLWrapper, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { hasManager } from '#server/db/partner-filter.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { withResources } from '#server/features/activations/data.ts'
import { isInState } from '#server/features/documents/states/data.ts'
import { isOverdue } from '#server/features/tasks/data.ts'
import { pick } from '#server/pick.ts'

const partner = pick(partnerProfiles, 'id', 'fullName', 'businessName')

const partnerNames = sql`${partnerProfiles.fullName} || ' ' || ${partnerProfiles.businessName}`

/** Whether every word of a search occurs in the name of a row or in the names of its partner. */
const isFound = (name: SQLWrapper, search: string | null) =>
  search === null ? undefined : containsWords(compared(sql`${name} || ' ' || ${partnerNames}`), search)

const activationName = sql`${partnerActivations.name} || ' ' || coalesce(${partnerActivations.place}, '')`

export interface ActivationFilter {
  search: string | null
  /** The id of the partners' manager, or `none`. */
  manager?: string | undefined
}

const isListedActivation = ({ search, manager }: ActivationFilter) =>
  and(
    isFound(activationName, search),
    manager ? hasManager(partnerActivations.partnerId, manager) : undefined,
  )

export const listAllActivations = async (db: Executor, filter: ActivationFilter, { page, limit }: Page) =>
  withResources(
    db,
    'staff',
    await db
      .select({ ...getTableColumns(partnerActivations), partner })
      .from(partnerActivations)
      .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
      .where(isListedActivation(filter))
      .orderBy(desc(partnerActivations.createdAt), desc(partnerActivations.id))
      .limit(limit)
      .offset((page - 1) * limit),
  )

export const countAllActivations = async (db: Executor, filter: ActivationFilter) => {
  const [row] = await db
    .select({ total: count() })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .where(isListedActivation(filter))
  return row?.total ?? 0
}

export const countOverdueTasks = (db: Executor) => db.$count(partnerTasks, isOverdue)

const countWhere = (status: string) =>
  sql<number>`count(*) filter (where ${partnerProfiles.onboardingStatus} = ${status})::int`

export const getStats = async (db: Executor) => {
  // PostgreSQL can count these from an index alone.
  const signedNda = sql<number>`(select count(distinct partner_id)::int from ${partnerDocuments}
    where document_type = 'nda' and ${isInState.signed(sql`partner_documents`)})`
  const [stats] = await db
    .select({
      total: sql<number>`count(*)::int`,
      pending: countWhere('profile'),
      approved: countWhere('completed'),
      documentsCompleted: signedNda,
    })
    .from(partnerProfiles)
  if (!stats) throw new Error('counting brought no row')
  return stats
}
