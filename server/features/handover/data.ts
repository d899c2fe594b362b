import { type SQL, sql } from 'drizzle-orm'
import { type BelongingCounts, type BelongingKind, belongingKinds } from '#contract/belongings.ts'
import { limits, maxViews } from '#contract/limits.ts'
import type { Role } from '#contract/users/roles.ts'
import type { Executor } from '#server/db/client.ts'
import { displayName } from '#server/db/user-names.ts'
import { insertNotifications } from '#server/features/notifications/data.ts'

/** The rows of a table that name the member of staff who is responsible. In the conditions, `own` is the row. */
interface Rows {
  table: string
  /** The column with the id of the member of staff, which has an index if the table can be long. */
  column: string
  /** The column by which rows are counted, if several rows are one thing. */
  counted?: string
  /** Whether there is still something to do. Everything else is history and keeps its name. */
  isOpen?: SQL
  /** The column with the time of the last change: an open form that contains the member of staff must not give the row back when it is saved. */
  touched?: string
  /** Another change of the rows, for what must stay unique among those of one member of staff. */
  change?: (fromId: string, toId: string) => SQL
  /** Whether `isOpen` is the condition of a partial index, without which the column has none. */
  isIndexed?: true
}

interface Kind {
  rows: Rows[]
  /** Whether nobody waits for it, so that Needs attention leaves it out. */
  isQuiet?: true
}

const isOpenPart = (alias: string) => {
  const part = sql.raw(alias)
  return sql`${part}.deleted_at is null and ${part}.accepted_at is null
    and (${part}.status <> 'completed' or exists (select from task_proofs where task_id = ${part}.id))`
}

// A completed task waits for staff while its proof is neither accepted nor sent back.
const parts = {
  table: 'partner_tasks',
  column: 'owner_id',
  counted: 'definition_id',
  isOpen: isOpenPart('own'),
}

/** The name of a view; followed by a number if the new owner has one of this name. Views whose shortened names are the same get different numbers. */
const freeNameOfView = (fromId: string, toId: string) => {
  const short = (view: SQL) => sql`left(${view}.name, ${limits.view - 6}::int)`
  const numbered = sql`${short(sql`own`)} || ' (' || number || ')'`
  return sql`case when not exists (
      select from saved_views other
      where other.owner_id = ${toId} and other.deleted_at is null and other.compared_name = own.compared_name)
    then own.name else (
      select ${numbered} from generate_series(2, ${2 * maxViews}) number
      where not exists (
        select from saved_views other
        where (other.owner_id in (${fromId}, ${toId}) or other.is_shared) and other.deleted_at is null
          and other.compared_name = compared_text(${numbered}))
      order by number limit 1 offset (
        select count(*) from saved_views earlier
        where earlier.owner_id = ${fromId} and earlier.deleted_at is null and earlier.id < own.id
          and compared_text(${short(sql`earlier`)}) = compared_text(${short(sql`own`)}))) end`
}

/** All that somebody can be responsible for, in the order of `belongingKinds`. To add a kind, add its rows here. */
const kinds: Record<BelongingKind, Kind> = {
  conversations: {
    rows: [
      {
        table: 'chat_conversations',
        column: 'assigned_to',
        touched: 'changed_at',
        isOpen: sql`own.last_seq > own.cleared_seq and own.closed_at is null`,
        isIndexed: true,
      },
    ],
  },
  partners: {
    rows: [
      {
        table: 'partner_profiles',
        column: 'manager_id',
        isOpen: sql`exists (select from users where id = own.user_id and erased_at is null)`,
      },
    ],
  },
  partnerGroups: { rows: [{ table: 'partner_groups', column: 'manager_id', counted: 'name' }] },
  tasks: {
    rows: [
      parts,
      {
        table: 'task_definitions',
        column: 'owner_id',
        touched: 'updated_at',
        isOpen: sql`own.deleted_at is null and (
          not exists (select from partner_tasks part where part.definition_id = own.id)
          or exists (select from partner_tasks part where part.definition_id = own.id and ${isOpenPart('part')}))`,
      },
    ],
  },
  recurringTasks: {
    rows: [
      {
        table: 'task_series',
        column: 'owner_id',
        touched: 'updated_at',
        isOpen: sql`own.stopped_at is null and own.next_due_at is not null`,
      },
    ],
  },
  taskTemplates: {
    rows: [{ table: 'task_templates', column: 'owner_id', touched: 'updated_at' }],
    isQuiet: true,
  },
  savedReplies: { rows: [{ table: 'saved_replies', column: 'created_by' }], isQuiet: true },
  savedViews: {
    rows: [
      {
        table: 'saved_views',
        column: 'owner_id',
        touched: 'updated_at',
        isOpen: sql`own.deleted_at is null`,
        change: (fromId, toId) => sql`name = ${freeNameOfView(fromId, toId)}`,
      },
    ],
    isQuiet: true,
  },
  webhooks: { rows: [{ table: 'webhook_endpoints', column: 'created_by' }] },
}

const everything = sql`true`

const columnOf = ({ column }: Rows) => sql.raw(`own.${column}`)

/** Returns the SQL object of how many a member of staff has of each kind, without kinds of which they have none. */
const countsOf = (counted: BelongingKind[], staffId: SQL) => {
  const entries = counted.map((kind) => {
    const items = kinds[kind].rows.map(
      (
        rows,
      ) => sql`select ${sql.raw(`own.${rows.counted ?? 'id'}`)}::text as item from ${sql.raw(rows.table)} own
        where ${columnOf(rows)} = ${staffId} and ${rows.isOpen ?? everything}`,
    )
    const all = sql.join(items, sql` union all `)
    return sql`${sql.raw(`'${kind}'`)}, (select nullif(count(distinct item), 0)::int from (${all}) items)`
  })
  return sql<BelongingCounts>`jsonb_strip_nulls(jsonb_build_object(${sql.join(entries, sql`, `)}))`
}

/** Counts what a user is responsible for. */
export const countBelongings = async (
  db: Executor,
  userId: string,
  what: BelongingKind[] = belongingKinds,
) => {
  const { rows } = await db.execute<{ counts: BelongingCounts }>(
    sql`select ${countsOf(what, sql`${userId}::uuid`)} as counts`,
  )
  return rows[0]?.counts ?? {}
}

/** Gives the open rows of a kind to another member of staff. */
export const moveBelongings = async (tx: Executor, kind: BelongingKind, fromId: string, toId: string) => {
  for (const rows of kinds[kind].rows) {
    const touched = rows.touched ? sql`, ${sql.raw(rows.touched)} = clock_timestamp()` : sql``
    const change = rows.change ? sql`, ${rows.change(fromId, toId)}` : sql``
    await tx.execute(sql`
      update ${sql.raw(rows.table)} own set ${sql.raw(rows.column)} = ${toId}::uuid ${touched} ${change}
      where ${columnOf(rows)} = ${fromId}::uuid and ${rows.isOpen ?? everything}`)
  }
}

/** Returns the query of everybody whom rows name. It jumps from one to the next in the index, past all other rows of each. */
const staffOf = (rows: Rows) => {
  const column = columnOf(rows)
  const next = (condition: SQL) => sql`(select ${column} from ${sql.raw(rows.table)} own
    where ${condition} ${rows.isIndexed && rows.isOpen ? sql`and ${rows.isOpen}` : sql``} order by ${column} limit 1)`
  return sql`(
    with recursive staff (id) as (
      select ${next(sql`${column} is not null`)}
      union all
      select ${next(sql`${column} > staff.id`)} from staff where staff.id is not null)
    select id from staff where id is not null)`
}

export interface LeftBehind extends Record<string, unknown> {
  id: string
  name: string
  role: Role
  isDisabled: boolean
  counts: BelongingCounts
}

/** Lists everybody who is no longer active staff and still responsible for something that somebody waits for, by name. */
export const listLeftBehind = async (db: Executor) => {
  const waiting = belongingKinds.filter((kind) => !kinds[kind].isQuiet)
  const staff = waiting.flatMap((kind) => kinds[kind].rows.map(staffOf))
  const { rows } = await db.execute<LeftBehind>(sql`
    select * from (
      select gone.id, ${displayName('gone')} as name, gone.role, gone.disabled_at is not null as "isDisabled",
        ${countsOf(waiting, sql`gone.id`)} as counts
      from users gone
      where gone.id in (${sql.join(staff, sql` union `)}) and (gone.disabled_at is not null or gone.role = 'user')
      offset 0) found
    where counts <> '{}' order by lower(name), id`)
  return rows
}

/** Notifies a member of staff of what they have taken over. */
export const notifyOfHandover = (tx: Executor, userId: string, title: string) =>
  insertNotifications(tx, 'handed_over', sql`select ${userId}::uuid as user_id, ${title}::text as title`, [])
