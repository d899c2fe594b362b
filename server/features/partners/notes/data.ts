import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { mentionPattern } from '#contract/mentions.ts'
import type { Page } from '#contract/paging.ts'
import type { PartnerNote } from '#contract/partners/notes.ts'
import type { Executor } from '#server/db/client.ts'
import { insertInto, lockRow, updateIn } from '#server/db/rows.ts'
import { partnerNotes } from '#server/db/schema/partner-notes.ts'
import { partnerProfiles } from '#server/db/schema/partners.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { displayName, namedUser } from '#server/db/user-names.ts'
import { pick } from '#server/pick.ts'

/** The members of staff whom a text mentions, by name. */
const mentionsIn = (text: SQL) => sql`(
  select coalesce(json_agg(json_build_object('id', named.id, 'name', ${displayName('named')}) order by named.id), '[]')
  from users as named where named.id in (select found[1]::uuid from regexp_matches(${text}, ${mentionPattern}, 'g') found))`

/** The SQL expression for a row of `partner_notes` as JSON. `readNote` reads it. */
export const noteJson = sql`json_build_object(${sql.join(
  Object.entries({
    ...pick(partnerNotes, 'id', 'partnerId', 'kind', 'body', 'happenedAt', 'isPinned', 'editedAt'),
    ...pick(partnerNotes, 'createdAt', 'updatedAt'),
    author: namedUser('partner_notes.author_id'),
    mentions: mentionsIn(sql`${partnerNotes.body}`),
  }).map(([name, value]) => sql`${sql.raw(`'${name}'`)}, ${value}`),
  sql`, `,
)})`

type Moment = 'happenedAt' | 'editedAt' | 'createdAt' | 'updatedAt'
type NoteJson = Omit<PartnerNote, Moment> & Record<Moment, string>

/** Converts the times of a note, which are text in JSON. */
export const readNote = (note: NoteJson) => ({
  ...note,
  happenedAt: new Date(note.happenedAt),
  editedAt: note.editedAt ? new Date(note.editedAt) : null,
  createdAt: new Date(note.createdAt),
  updatedAt: new Date(note.updatedAt),
})

export interface NoteFilter {
  search: string | null
  pinned?: boolean | undefined
  /** The id of a note that is listed first. */
  note?: string | undefined
}

const isFirst = (note: string | undefined) =>
  sql`${partnerNotes.id} is not distinct from ${note ?? null}::uuid`

const chosen = (partnerId: string, { search, pinned, note }: NoteFilter) =>
  and(
    eq(partnerNotes.partnerId, partnerId),
    isNull(partnerNotes.deletedAt),
    pinned ? sql`(${partnerNotes.isPinned} or ${isFirst(note)})` : undefined,
    search === null ? undefined : containsWords(compared(partnerNotes.body), search),
  )

const selectNotes = async (db: Executor, rest: SQL) => {
  const { rows } = await db.execute<{ note: NoteJson }>(
    sql`select ${noteJson} as note from ${partnerNotes} ${rest}`,
  )
  return rows.map(({ note }) => readNote(note))
}

export const listNotes = (db: Executor, partnerId: string, filter: NoteFilter, { page, limit }: Page) =>
  selectNotes(
    db,
    sql`where ${chosen(partnerId, filter)}
      order by ${isFirst(filter.note)} desc, is_pinned desc, happened_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
  )

export const countNotes = (db: Executor, partnerId: string, filter: NoteFilter) =>
  db.$count(partnerNotes, chosen(partnerId, filter))

export const getNote = async (db: Executor, id: string) => {
  const [note] = await selectNotes(db, sql`where id = ${id}`)
  if (!note) throw new Error('the note just written is gone')
  return note
}

/** Returns a note with its partner, locked until the transaction ends. */
export const lockNote = (tx: Executor, id: string) =>
  lockRow(
    tx
      .select({
        ...pick(partnerNotes, 'id', 'authorId', 'body', 'happenedAt', 'isPinned', 'deletedAt', 'updatedAt'),
        partner: sql<{
          id: string
          fullName: string
        }>`(select json_build_object('id', id, 'fullName', full_name)
          from ${partnerProfiles} where id = "partner_notes"."partner_id")`,
      })
      .from(partnerNotes),
    eq(partnerNotes.id, id),
  )

export const createNote = insertInto(partnerNotes)

export const updateNote = updateIn(partnerNotes)

export const findNoteByClientId = async (
  tx: Executor,
  partnerId: string,
  authorId: string,
  clientId: string,
) => {
  const [note] = await tx
    .select({ id: partnerNotes.id })
    .from(partnerNotes)
    .where(
      and(
        eq(partnerNotes.partnerId, partnerId),
        eq(partnerNotes.authorId, authorId),
        eq(partnerNotes.clientId, clientId),
      ),
    )
  return note?.id
}

/** Whether all of these users are staff who can sign in. */
export const areStaff = async (tx: Executor, ids: string[]) => {
  const { rows } = await tx.execute<{ count: number }>(sql`
    select count(*)::int from users where id = any(${sql.param(ids)}::uuid[]) and role <> 'user' and disabled_at is null`)
  return rows[0]?.count === ids.length
}

/** Deletes the notes that can no longer be restored. */
export const deleteExpiredNotes = async (db: Executor) => {
  await db
    .delete(partnerNotes)
    .where(and(isNotNull(partnerNotes.deletedAt), lt(partnerNotes.deletedAt, sql`now() - interval '1 day'`)))
}
