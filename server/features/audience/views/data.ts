import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm'
import { maxAssignedPartners } from '#contract/limits.ts'
import { type ViewUse, viewUses } from '#contract/view-uses.ts'
import { ViewFilter } from '#contract/views.ts'
import type { Executor } from '#server/db/client.ts'
import { isChosen } from '#server/db/partner-filter.ts'
import { findRow, lockRow } from '#server/db/rows.ts'
import { partnerFacts } from '#server/db/schema/partner-facts.ts'
import { savedViews } from '#server/db/schema/saved-views.ts'
import { agreementName } from '#server/features/agreement-types/data.ts'
import { kinds } from '../membership/data.ts'

/** The stored filter of a view. */
export type StoredFilter = Record<string, string>

/** The condition on `partner_facts` of a stored filter. */
export const conditionOf = (filter: StoredFilter): SQL => isChosen(ViewFilter.parse(filter)) ?? sql`true`

/** The ids of the partners of a filter. Call `refreshAllPartnerFacts` before it. */
const matching = (filter: StoredFilter) => sql`
  select ${partnerFacts.partnerId}::text as partner_id from ${partnerFacts}
  where not ${partnerFacts.isErased} and ${conditionOf(filter)}`

interface Used {
  table: SQL
  name: SQL
  /** Whether partners who match later still get it; uses the alias `shared`. */
  isOpen: SQL
}

/** All that can be for a view. Everything that is over stays as it is. */
const used: Record<ViewUse, Used> = {
  task: {
    table: sql`task_definitions`,
    name: sql`shared.task_name`,
    isOpen: sql`${kinds.tasks.isOffered} and ${kinds.tasks.isOfferedToJoiners}`,
  },
  agreement: {
    table: sql`shared_documents`,
    name: agreementName(sql`shared.document_type`),
    isOpen: sql`${kinds.documents.isOffered} and ${kinds.documents.isOfferedToJoiners}`,
  },
  file: { table: sql`resource_files`, name: sql`shared.title`, isOpen: sql`shared.is_active` },
  announcement: {
    table: sql`announcements`,
    name: sql`shared.title`,
    isOpen: sql`(shared.ends_at is null or shared.ends_at > now())`,
  },
  recurring_task: {
    table: sql`task_series`,
    name: sql`shared.task_name`,
    isOpen: sql`shared.stopped_at is null and shared.next_due_at is not null`,
  },
}

const subjectsOf = (kind: ViewUse, viewId: SQL | string) => {
  const { table, isOpen } = used[kind]
  return sql`${table} shared where shared.assigned_view_id = ${viewId} and ${isOpen}`
}

/** Returns a view that a member of staff can choose: their own, or one that is shared. */
export const getChoosable = (db: Executor, id: string, userId: string) =>
  findRow(
    db.select({ id: savedViews.id }).from(savedViews),
    and(
      eq(savedViews.id, id),
      isNull(savedViews.deletedAt),
      or(eq(savedViews.ownerId, userId), eq(savedViews.isShared, true)),
    ),
  )

/** Lists the partners that match a view, at most one more than an audience can have. Call `refreshAllPartnerFacts` before it. */
export const listPartnersOfView = async (db: Executor, id: string) => {
  const view = await findRow(db.select().from(savedViews), eq(savedViews.id, id))
  if (!view) return []
  const { rows } = await db.execute<{ partner_id: string }>(
    sql`${matching(view.filter)} order by 1 limit ${maxAssignedPartners + 1}`,
  )
  return rows.map(({ partner_id }) => partner_id)
}

/** Lists the views that something open is for. */
export const listUsedViews = (db: Executor) => {
  const uses = viewUses.map((kind) => sql`exists (select from ${subjectsOf(kind, sql`"saved_views"."id"`)})`)
  return db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(and(isNull(savedViews.deletedAt), or(...uses)))
    .orderBy(savedViews.id)
}

/** Returns a view as it is now, unless it was deleted. It cannot be changed until the transaction ends. */
export const lockUsedView = (tx: Executor, id: string) =>
  lockRow(
    tx.select({ id: savedViews.id, filter: savedViews.filter }).from(savedViews),
    and(eq(savedViews.id, id), isNull(savedViews.deletedAt)),
    'share',
  )

export interface Grown extends Record<string, unknown> {
  id: string
  partnerIds: string[]
}

/**
 * Adds the partners who match a view by now to everything of a kind that is for it. Returns what got partners, and which. An audience that
 * would have too many partners stays as it is.
 */
export const addMatching = async (
  tx: Executor,
  kind: ViewUse,
  { id, filter }: { id: string; filter: StoredFilter },
) => {
  const { table } = used[kind]
  // The rows are locked, so that another process adds the others and not the same.
  const { rows } = await tx.execute<Grown>(sql`
    with matching as materialized (${matching(filter)}), subject as (
      select shared.id, shared.assigned_partner_ids as known from ${subjectsOf(kind, id)}
      order by shared.id for no key update of shared
    ), fresh as (
      select subject.id, matching.partner_id from subject cross join matching
      except select subject.id, unnest(subject.known) from subject
    ), added as (select id, array_agg(partner_id order by partner_id) as partner_ids from fresh group by id)
    update ${table} shared set assigned_partner_ids = shared.assigned_partner_ids || added.partner_ids
    from added where shared.id = added.id
      and cardinality(shared.assigned_partner_ids) + cardinality(added.partner_ids) <= ${maxAssignedPartners + 1}
    returning shared.id, added.partner_ids as "partnerIds"`)
  return rows
}

/** Lists what is for a view and not over, by kind and name. */
export const listUses = async (db: Executor, viewId: string) => {
  const all = viewUses.map(
    (kind) =>
      sql`select ${kind}::text as kind, shared.id, ${used[kind].name} as name from ${subjectsOf(kind, viewId)}`,
  )
  const { rows } = await db.execute<{ kind: ViewUse; id: string; name: string }>(
    sql`select * from (${sql.join(all, sql` union all `)}) uses order by kind, name, id`,
  )
  return rows
}

/** Counts the partners who would be added to what is for a view if it had this filter. Call `refreshAllPartnerFacts` before it. */
export const countJoining = async (db: Executor, viewId: string, filter: StoredFilter) => {
  const all = viewUses.map(
    (kind) => sql`select shared.id, shared.assigned_partner_ids as known from ${subjectsOf(kind, viewId)}`,
  )
  const { rows } = await db.execute<{ count: number }>(sql`
    with matching as materialized (${matching(filter)}), subject as (${sql.join(all, sql` union all `)}), fresh as (
      select subject.id, matching.partner_id from subject cross join matching
      except select subject.id, unnest(subject.known) from subject)
    select count(distinct partner_id)::int as count from fresh`)
  return rows[0]?.count ?? 0
}
