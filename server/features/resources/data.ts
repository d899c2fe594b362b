import { and, arrayContains, asc, eq, isNull, or, sql } from 'drizzle-orm'
import type { ResourceCategory } from '#contract/resources.ts'
import type { Executor } from '#server/db/client.ts'
import { resourceFiles } from '#server/db/schema/resources.ts'

const resourceColumns = {
  id: resourceFiles.id,
  title: resourceFiles.title,
  description: resourceFiles.description,
  category: resourceFiles.category,
  folderId: resourceFiles.folderId,
  filePath: resourceFiles.filePath,
  fileType: resourceFiles.fileType,
  fileSize: resourceFiles.fileSize,
  downloadCount: resourceFiles.downloadCount,
  updatedAt: resourceFiles.updatedAt,
}

/** Whose eyes a list is for. Null sees everything. */
export interface Audience {
  partnerId: string
  partnerGroup: string | null
}

const forEveryone = and(
  sql`cardinality(${resourceFiles.assignedPartnerIds}) = 0`,
  isNull(resourceFiles.assignedGroup),
)

const visibleTo = (audience: Audience | null) =>
  audience === null
    ? undefined
    : or(
        forEveryone,
        arrayContains(resourceFiles.assignedPartnerIds, [audience.partnerId]),
        audience.partnerGroup === null ? undefined : eq(resourceFiles.assignedGroup, audience.partnerGroup),
      )

export const listResources = (
  db: Executor,
  audience: Audience | null,
  filter: { category?: ResourceCategory; folder?: string },
) =>
  db
    .select(resourceColumns)
    .from(resourceFiles)
    .where(
      and(
        eq(resourceFiles.isActive, true),
        filter.category && eq(resourceFiles.category, filter.category),
        filter.folder === undefined ? undefined : eq(resourceFiles.folderId, filter.folder),
        visibleTo(audience),
      ),
    )
    .orderBy(asc(resourceFiles.title), asc(resourceFiles.id))
