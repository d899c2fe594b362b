import { and, asc, eq, ne, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { deleteFrom, findRow } from '#server/db/rows.ts'
import { chatConversationLabels, chatConversations, chatLabels } from '#server/db/schema/chat.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { pick } from '#server/pick.ts'

const columns = {
  ...pick(chatLabels, 'id', 'name', 'updatedAt'),
  conversations: sql<number>`(
    select count(*)::int from ${chatConversationLabels} where ${chatConversationLabels.labelId} = ${chatLabels.id})`,
}

/** Selects the labels of a conversation as JSON, by name. */
export const labelsOfConversation = sql<{ id: string; name: string }[]>`coalesce((
  select json_agg(json_build_object('id', label.id, 'name', label.name) order by lower(label.name))
  from ${chatConversationLabels} own join ${chatLabels} label on label.id = own.label_id
  where own.conversation_id = ${chatConversations.id}), '[]')`

const matching = (search: string | null) =>
  search === null ? undefined : containsWords(compared(chatLabels.name), search)

/** Lists the labels that match a search, by name, each with the number of its conversations. */
export const listLabels = (db: Executor, search: string | null, { page, limit }: Page) => {
  const query = db.select(columns).from(chatLabels).where(matching(search)).$dynamic()
  return query
    .orderBy(asc(sql`lower(${chatLabels.name})`))
    .limit(limit)
    .offset((page - 1) * limit)
}

export const countLabels = (db: Executor, search: string | null) => db.$count(chatLabels, matching(search))

/** Returns a label. Until the transaction ends, no conversation gets a label, and no label another name. */
export const lockLabel = async (db: Executor, id: string) => {
  await db.execute(sql`lock table ${chatLabels} in share row exclusive mode`)
  return findRow(db.select(columns).from(chatLabels), eq(chatLabels.id, id))
}

/** Renames a label that `lockLabel` has locked; returns undefined when another label has the name, ignoring case. */
export const renameLabel = async (db: Executor, id: string, name: string) => {
  const isTaken = and(ne(chatLabels.id, id), sql`lower(${chatLabels.name}) = lower(${name})`)
  if ((await db.$count(chatLabels, isTaken)) > 0) return undefined
  const [label] = await db.update(chatLabels).set({ name }).where(eq(chatLabels.id, id)).returning(columns)
  return label
}

export const deleteLabel = deleteFrom(chatLabels)

/** A label that a conversation gets or loses, by its name. */
export interface LabelChange {
  id: string
  name: string
}

const recordset = (changes: LabelChange[]) =>
  sql`json_to_recordset(${JSON.stringify(changes)}::json) as change(id uuid, name text)`

/** Gives conversations labels, which are created if no label has the name, ignoring case. */
export const addLabels = async (db: Executor, changes: LabelChange[]) => {
  if (changes.length === 0) return
  // The update changes nothing. Without it, the statement would not return the labels that exist already.
  await db.execute(sql`
    with change as materialized (select * from ${recordset(changes)}),
    label as (
      insert into ${chatLabels} as former (name)
      select distinct on (lower(name)) name from change order by lower(name)
      on conflict (lower(name)) do update set name = former.name returning id, name)
    insert into ${chatConversationLabels} (conversation_id, label_id)
    select change.id, label.id from change join label on lower(label.name) = lower(change.name)
    on conflict do nothing`)
}

export const removeLabels = async (db: Executor, changes: LabelChange[]) => {
  if (changes.length === 0) return
  await db.execute(sql`
    delete from ${chatConversationLabels} own using ${recordset(changes)} join ${chatLabels} label on lower(label.name) = lower(change.name)
    where own.conversation_id = change.id and own.label_id = label.id`)
}
