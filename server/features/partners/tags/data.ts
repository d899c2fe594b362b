import { asc, eq, type SQL, sql } from 'drizzle-orm'
import { comparedText } from '#contract/compared-text.ts'
import { maxTags } from '#contract/limits.ts'
import type { Page } from '#contract/paging.ts'
import type { PartnerTag } from '#contract/partners/tags.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, lockRow } from '#server/db/rows.ts'
import { partnerProfileTags, partnerTags } from '#server/db/schema/partner-notes.ts'
import { containsWords } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(partnerTags, 'id', 'name'),
  partners: sql<number>`(select count(*)::int from ${partnerProfileTags} given where given.tag_id = "partner_tags"."id")`,
}

/** The tags of a partner, by name. @param partnerId the SQL expression for the id of the partner, with its table */
export const tagsOf = (partnerId: SQL) => sql<PartnerTag[]>`(
  select coalesce(json_agg(json_build_object('id', tag.id, 'name', tag.name) order by tag.compared_name), '[]')
  from ${partnerProfileTags} given join ${partnerTags} tag on tag.id = given.tag_id where given.partner_id = ${partnerId})`

const matching = (search: string | null) =>
  search === null ? undefined : containsWords(sql`${partnerTags.comparedName}`, search)

export const listTags = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select(columns)
    .from(partnerTags)
    .where(matching(search))
    .orderBy(asc(partnerTags.comparedName))
    .limit(limit)
    .offset((page - 1) * limit)

export const countTags = (db: Executor, search: string | null) => db.$count(partnerTags, matching(search))

/** Returns a tag with its number of partners, locked until the transaction ends. */
export const lockTag = (tx: Executor, id: string) =>
  lockRow(tx.select(columns).from(partnerTags), eq(partnerTags.id, id))

/** Renames a tag. Returns false when another tag has the name. */
export const renameTag = async (tx: Executor, id: string, name: string) => {
  // Nobody else can create a tag with the name until the transaction ends. There are few tags, and they rarely change.
  await tx.execute(sql`lock table ${partnerTags} in share row exclusive mode`)
  const { rowCount } = await tx.execute(sql`
    update ${partnerTags} set name = ${name} where id = ${id} and not exists (
      select from ${partnerTags} other where other.compared_name = compared_text(${name}) and other.id <> ${id})`)
  return rowCount === 1
}

export const deleteTag = deleteFrom(partnerTags)

/** Returns the ids of the tags with these names. Creates those that do not exist; the first spelling of a name stays. */
export const ensureTags = async (tx: Executor, names: string[]) => {
  // In one order, two transactions that create the same tags wait for each other instead of deadlocking.
  await tx.execute(sql`
    insert into ${partnerTags} (name) select name from unnest(${sql.param(names)}::text[]) with ordinality as given (name, n)
    order by compared_text(name), n on conflict (compared_name) do nothing`)
  const rows = await tx
    .select({ id: partnerTags.id })
    .from(partnerTags)
    .where(hasName(sql`${partnerTags.comparedName}`, names))
    .orderBy(asc(partnerTags.comparedName))
    .for('key share')
  return rows.map(({ id }) => id)
}

const hasName = (comparedName: SQL, names: string[]) =>
  sql`${comparedName} = any(${sql.param(names.map(comparedText))}::text[])`

/** Returns those of the partners who have room for these tags. A tag that a partner already has takes no more room. */
export const listWithRoom = async (tx: Executor, partnerIds: string[], tagIds: string[]) => {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id from unnest(${sql.param(partnerIds)}::uuid[]) as named (id)
    where ${maxTags - tagIds.length} >= (
      select count(*) from ${partnerProfileTags} given
      where given.partner_id = named.id and given.tag_id <> all(${sql.param(tagIds)}::uuid[]))`)
  return rows.map(({ id }) => id)
}

/** A partner with the names of the tags that it got and lost. */
export interface TagChange {
  id: string
  fullName: string
  added: string[] | null
  removed: string[] | null
}

/**
 * Gives partners tags, and takes others away, in one statement.
 * @param removed the SQL condition for the rows `given`, with their `tag`, that the partners lose
 * @returns the partners whose tags changed
 */
export const changeTags = async (tx: Executor, partnerIds: string[], added: string[], removed: SQL) => {
  const { rows } = await tx.execute(sql`
    with partner as (select id, full_name from partner_profiles where id = any(${sql.param(partnerIds)}::uuid[]) order by id for key share),
    got as (
      insert into ${partnerProfileTags} (partner_id, tag_id)
      select partner.id, tag_id from partner, unnest(${sql.param(added)}::uuid[]) tag_id on conflict do nothing
      returning partner_id, tag_id),
    lost as (
      delete from ${partnerProfileTags} given using partner, ${partnerTags} tag
      where given.partner_id = partner.id and tag.id = given.tag_id
        and given.tag_id <> all(${sql.param(added)}::uuid[]) and ${removed}
      returning given.partner_id, given.tag_id),
    change as (
      select partner.id, partner.full_name as "fullName",
        (select array_agg(tag.name) from got join ${partnerTags} tag on tag.id = got.tag_id where got.partner_id = partner.id) as added,
        (select array_agg(tag.name) from lost join ${partnerTags} tag on tag.id = lost.tag_id where lost.partner_id = partner.id) as removed
      from partner)
    select change.*
    from change where added is not null or removed is not null`)
  return rows as unknown as TagChange[]
}

/** The conditions of `changeTags` for all tags and for none. */
export const anyTag = sql`true`
export const noTag = sql`false`

/** The condition of `changeTags` for tags with these names. */
export const isNamed = (names: string[]) => hasName(sql`tag.compared_name`, names)

/** Returns the tags of a partner. Undefined when there is no such partner. */
export const getTagsOf = async (db: Executor, partnerId: string) => {
  const { rows } = await db.execute<{ tags: PartnerTag[] }>(
    sql`select ${tagsOf(sql`profile.id`)} as tags from partner_profiles profile where profile.id = ${partnerId}`,
  )
  return rows[0]?.tags
}
