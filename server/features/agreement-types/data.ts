import { and, desc, eq, isNotNull, isNull, ne, type SQLWrapper, sql } from 'drizzle-orm'
import { amendmentType } from '#contract/documents/agreements/agreement.ts'
import type { Executor } from '#server/db/client.ts'
import { findRow, updateIn } from '#server/db/rows.ts'
import { agreementTypes, agreementVersions } from '#server/db/schema/agreement-types.ts'
import { namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

/** The name of the agreement type whose id is in a column. */
export const agreementName = (documentType: SQLWrapper) =>
  sql<string>`(select name from agreement_types where agreement_types.id = ${documentType})`

/**
 * The title of an agreement's text.
 * @param version SQL of the version; where it is null, the title is that of the text in force
 */
export const agreementTitle = (documentType: SQLWrapper, version: SQLWrapper) =>
  // The columns are renamed here, so that columns in the given SQL are not taken for these.
  sql<string>`(select text_title from (
      select title as text_title, document_type as text_type, version as text_version, published_at as text_published_at
      from agreement_versions where published_at is not null
    ) text
    where text_type = ${documentType} and text_version = coalesce(${version}, text_version)
    order by text_published_at desc limit 1)`

const draftSavedAt = sql<Date | null>`(
  select updated_at from agreement_versions draft
  where draft.document_type = "agreement_types"."id" and draft.published_at is null)`.mapWith(
  agreementVersions.updatedAt,
)

const inForce = sql`(select distinct on (document_type) document_type, version, published_at from agreement_versions
  where published_at is not null order by document_type, published_at desc) as in_force`

const typeColumns = {
  id: agreementTypes.id,
  name: agreementTypes.name,
  // Amendments are prepared from the partner's record, with the agreements that they amend.
  isOffered: sql<boolean>`in_force.version is not null and ${agreementTypes.archivedAt} is null and ${agreementTypes.id} <> ${amendmentType}`,
  isCountersigned: agreementTypes.isCountersigned,
  archivedAt: agreementTypes.archivedAt,
  version: sql<string | null>`in_force.version`,
  publishedAt: sql<Date | null>`in_force.published_at`.mapWith(agreementVersions.publishedAt),
  draftSavedAt,
  updatedAt: agreementTypes.updatedAt,
}

const selectTypes = (db: Executor) =>
  db
    .select(typeColumns)
    .from(agreementTypes)
    .leftJoin(inForce, sql`in_force.document_type = ${agreementTypes.id}`)

/** Lists all types: those of onboarding first, then the others by name. */
export const listTypes = (db: Executor) =>
  selectTypes(db).orderBy(
    sql`${agreementTypes.id} not in ('nda', 'venue_partnership_agreement')`,
    sql`lower(${agreementTypes.name})`,
  )

export const getType = (db: Executor, id: string) => findRow(selectTypes(db), eq(agreementTypes.id, id))

/** Returns a type, locked until the transaction ends, so that concurrent changes of its texts happen one after the other. */
export const lockType = async (db: Executor, id: string) => {
  const [locked] = await db
    .select({ id: agreementTypes.id })
    .from(agreementTypes)
    .where(eq(agreementTypes.id, id))
    .for('no key update')
  return locked && getType(db, id)
}

/** Locks the names of the types until the transaction ends. */
export const lockNames = async (db: Executor) => {
  await db.execute(sql`lock table ${agreementTypes} in share row exclusive mode`)
}

/** Whether another type has this name, ignoring case. */
export const isNameTaken = async (db: Executor, name: string, id: string) => {
  const sameName = sql`lower(${agreementTypes.name}) = lower(${name})`
  return (await db.$count(agreementTypes, and(sameName, ne(agreementTypes.id, id)))) > 0
}

/** Adds a type. Returns false when its id is taken. */
export const insertType = async (db: Executor, type: typeof agreementTypes.$inferInsert) => {
  const inserted = await db
    .insert(agreementTypes)
    .values(type)
    .onConflictDoNothing()
    .returning({ id: agreementTypes.id })
  return inserted.length === 1
}

export const updateType = updateIn(agreementTypes)

/** Whether partners can be given an agreement of a type to sign. */
export const isOffered = async (db: Executor, id: string) => (await getType(db, id))?.isOffered ?? false

const textColumns = {
  ...pick(agreementVersions, 'documentType', 'title', 'missingMessage', 'fieldGroups', 'blocks'),
}
const publishedColumns = { ...textColumns, version: sql<string>`${agreementVersions.version}` }

/** Returns the text of a published version; undefined when the version does not exist. */
export const getAgreementVersion = (db: Executor, documentType: string, version: string) =>
  findRow(
    db.select(publishedColumns).from(agreementVersions),
    and(eq(agreementVersions.documentType, documentType), eq(agreementVersions.version, version)),
  )

/** Returns the text in force of a type, which is the one published last; undefined for a type without a published text. */
export const getAgreementInForce = async (db: Executor, documentType: string) => {
  const [agreement] = await db
    .select(publishedColumns)
    .from(agreementVersions)
    .where(and(eq(agreementVersions.documentType, documentType), isNotNull(agreementVersions.publishedAt)))
    .orderBy(desc(agreementVersions.publishedAt))
    .limit(1)
  return agreement
}

/** Lists the published versions of a type, newest first, each with the number of signatures. */
export const listVersions = (db: Executor, documentType: string) =>
  db
    .select({
      version: publishedColumns.version,
      title: agreementVersions.title,
      publishedAt: sql<Date>`${agreementVersions.publishedAt}`.mapWith(agreementVersions.publishedAt),
      publishedBy: namedUser('agreement_versions.published_by'),
      signed: sql<number>`(
        select count(*)::int from document_signatures signature
        join partner_documents document on document.id = signature.document_id
        where document.document_type = "agreement_versions"."document_type"
          and signature.agreement_version = "agreement_versions"."version")`,
    })
    .from(agreementVersions)
    .where(and(eq(agreementVersions.documentType, documentType), isNotNull(agreementVersions.publishedAt)))
    .orderBy(desc(agreementVersions.publishedAt))

/** Counts the agreements of a type that are to be signed. */
export const countPending = async (db: Executor, documentType: string) => {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from partner_documents
    where document_type = ${documentType} and status = 'pending' and declined_at is null`)
  return rows[0]?.count ?? 0
}

/** Finds the partners who have to sign a type again. Returns at most `limit` of their ids, earliest signature first. */
export const findSignedEarlier = async (db: Executor, documentType: string, limit: number) => {
  const { rows } = await db.execute<{ count: number; partnerIds: string[] }>(sql`
    with earlier as materialized (
      select partner_id, signed_at from current_agreement_facts where document_type = ${documentType} and is_behind)
    select (select count(*)::int from earlier) as count,
      array(select partner_id from earlier order by signed_at, partner_id limit ${limit}) as "partnerIds"`)
  return rows[0] ?? { count: 0, partnerIds: [] }
}

const isDraftOf = (documentType: string) =>
  and(eq(agreementVersions.documentType, documentType), isNull(agreementVersions.publishedAt))

/** Returns the draft of a type's next version; undefined when there is none. */
export const getDraft = (db: Executor, documentType: string) =>
  findRow(
    db
      .select({ ...textColumns, id: agreementVersions.id, updatedAt: agreementVersions.updatedAt })
      .from(agreementVersions),
    isDraftOf(documentType),
  )

export type Draft = NonNullable<Awaited<ReturnType<typeof getDraft>>>

type Text = Pick<
  typeof agreementVersions.$inferInsert,
  'documentType' | 'title' | 'missingMessage' | 'fieldGroups' | 'blocks'
>

/** Stores the draft of a type, replacing the existing one. Call it with the type locked. */
export const saveDraft = async (db: Executor, text: Text) => {
  const changed = await db.update(agreementVersions).set(text).where(isDraftOf(text.documentType)).returning()
  if (changed.length === 0) await db.insert(agreementVersions).values(text)
}

export const deleteDraft = async (db: Executor, documentType: string) => {
  await db.delete(agreementVersions).where(isDraftOf(documentType))
}

/** Publishes the draft of a type as a version. */
export const publishDraft = async (
  db: Executor,
  documentType: string,
  published: { version: string; publishedAt: Date; publishedBy: string },
) => {
  await db.update(agreementVersions).set(published).where(isDraftOf(documentType))
}
