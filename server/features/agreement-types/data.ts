import { and, desc, eq, isNotNull, isNull, type SQLWrapper, sql } from 'drizzle-orm'
import type { Executor } from '#server/db/client.ts'
import { agreementTypes, agreementVersions } from '#server/db/schema/agreement-types.ts'

/** The name of the agreement type whose id is in a column. */
export const agreementName = (documentType: SQLWrapper) =>
  sql<string>`(select name from agreement_types where agreement_types.id = ${documentType})`

/**
 * The title of an agreement's text: that of a version, or of the one in force where it is null.
 * @param version SQL of the text of the version
 */
export const agreementTitle = (documentType: SQLWrapper, version: SQLWrapper) =>
  // The columns have names of their own here, so that those that are given are not taken for them.
  sql<string>`(select text_title from (
      select title as text_title, document_type as text_type, version as text_version, published_at as text_published_at
      from agreement_versions where published_at is not null
    ) text
    where text_type = ${documentType} and text_version = coalesce(${version}, text_version)
    order by text_published_at desc limit 1)`

const columns = {
  documentType: agreementVersions.documentType,
  version: sql<string>`${agreementVersions.version}`,
  title: agreementVersions.title,
  missingMessage: agreementVersions.missingMessage,
  fieldGroups: agreementVersions.fieldGroups,
  blocks: agreementVersions.blocks,
}

/** The text of a published version; undefined where there is none. */
export const getAgreementVersion = async (db: Executor, documentType: string, version: string) => {
  const [agreement] = await db
    .select(columns)
    .from(agreementVersions)
    .where(and(eq(agreementVersions.documentType, documentType), eq(agreementVersions.version, version)))
  return agreement
}

/** The text in force of a type, which was published last; undefined for a type without one. */
export const getAgreementInForce = async (db: Executor, documentType: string) => {
  const [agreement] = await db
    .select(columns)
    .from(agreementVersions)
    .where(and(eq(agreementVersions.documentType, documentType), isNotNull(agreementVersions.publishedAt)))
    .orderBy(desc(agreementVersions.publishedAt), agreementVersions.id)
    .limit(1)
  return agreement
}

const draftSavedAt = sql<Date | null>`(
  select updated_at from agreement_versions draft
  where draft.document_type = "agreement_types"."id" and draft.published_at is null)`.mapWith(
  agreementVersions.updatedAt,
)

const inForce = sql`(select distinct on (document_type) document_type, version, published_at from agreement_versions
  where published_at is not null order by document_type, published_at desc, id) as in_force`

const typeColumns = {
  id: agreementTypes.id,
  name: agreementTypes.name,
  isOffered: sql<boolean>`in_force.version is not null and ${agreementTypes.archivedAt} is null`,
  isCountersigned: agreementTypes.isCountersigned,
  archivedAt: agreementTypes.archivedAt,
  version: sql<string | null>`in_force.version`,
  publishedAt: sql<Date | null>`in_force.published_at`.mapWith(agreementVersions.publishedAt),
  draftSavedAt,
  updatedAt: agreementTypes.updatedAt,
}

/** All types, those of onboarding first, then by name. */
export const listTypes = (db: Executor) =>
  db
    .select(typeColumns)
    .from(agreementTypes)
    .leftJoin(inForce, sql`in_force.document_type = ${agreementTypes.id}`)
    .orderBy(
      sql`${agreementTypes.id} not in ('nda', 'venue_partnership_agreement')`,
      sql`lower(${agreementTypes.name})`,
    )

/** Whether partners can be given an agreement of a type to sign. */
export const isOffered = async (db: Executor, documentType: string) => {
  const [type] = await db
    .select({ id: agreementTypes.id })
    .from(agreementTypes)
    .where(
      and(
        eq(agreementTypes.id, documentType),
        isNull(agreementTypes.archivedAt),
        sql`exists (select from agreement_versions where document_type = ${agreementTypes.id} and published_at is not null)`,
      ),
    )
  return type !== undefined
}
