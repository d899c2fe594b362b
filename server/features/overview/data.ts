import { desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import {
  partnerActivations,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { documentCountersignatures, documentSignatures } from '#server/db/schema/signatures.ts'
import { withResources } from '#server/features/activations/data.ts'
import { documentColumns, isCountersignatureOf, isSignatureOf } from '#server/features/documents/data.ts'
import { isOverdue } from '#server/features/tasks/data.ts'

// Only the newest: the full lists are on each partner's page.
const newestRows = 50

const partner = {
  id: partnerProfiles.id,
  fullName: partnerProfiles.fullName,
  businessName: partnerProfiles.businessName,
}

export const listNewestDocuments = (db: Executor, shared: 'none' | undefined) =>
  db
    .select({ ...documentColumns, partner })
    .from(partnerDocuments)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerDocuments.partnerId))
    .leftJoin(documentSignatures, isSignatureOf)
    .leftJoin(documentCountersignatures, isCountersignatureOf)
    .where(shared && isNull(partnerDocuments.sharedDocumentId))
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
  // Counted in an index alone.
  const signedNda = sql<number>`(select count(distinct partner_id)::int from ${partnerDocuments}
    where document_type = 'nda' and status = 'signed' and voided_at is null)`
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
