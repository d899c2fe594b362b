import { desc, eq, getTableColumns, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import {
  documentSignatures,
  partnerActivations,
  partnerDocuments,
  partnerProfiles,
  partnerTasks,
} from '#server/db/schema/partners.ts'
import { documentColumns } from '#server/features/documents/data.ts'

// What a person takes in at a glance; who wants more picks a partner.
const newest = 50

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
    .limit(newest)

export const listNewestActivations = (db: Executor) =>
  db
    .select({ ...getTableColumns(partnerActivations), partner })
    .from(partnerActivations)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerActivations.partnerId))
    .orderBy(desc(partnerActivations.createdAt), desc(partnerActivations.id))
    .limit(newest)

export const listNewestTasks = (db: Executor) =>
  db
    .select({ ...getTableColumns(partnerTasks), partner })
    .from(partnerTasks)
    .innerJoin(partnerProfiles, eq(partnerProfiles.id, partnerTasks.partnerId))
    .orderBy(desc(partnerTasks.createdAt), desc(partnerTasks.id))
    .limit(newest)

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
