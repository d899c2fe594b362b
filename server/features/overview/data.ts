import { sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { partnerDocuments, partnerProfiles, partnerTasks } from '#server/db/schema/partners.ts'
import { isInState } from '#server/features/documents/states/data.ts'
import { isOverdue } from '#server/features/tasks/data.ts'

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
