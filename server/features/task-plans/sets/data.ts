import { asc, eq, inArray, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { taskSets, taskSetTemplates, taskTemplates } from '#server/db/schema/task-sets.ts'
import { compared, containsWords } from '#server/db/search.ts'

type SetTemplate = { id: string; taskName: string; dueInDays: number; eventDays: number | null }

const columns = {
  id: taskSets.id,
  name: taskSets.name,
  givenWhen: taskSets.givenWhen,
  partnerGroup: taskSets.partnerGroup,
  templates: sql<SetTemplate[]>`coalesce((
    select json_agg(json_build_object('id', template.id, 'taskName', template.task_name, 'dueInDays', template.due_in_days,
      'eventDays', item.event_days) order by item.position)
    from task_set_templates as item join task_templates as template on template.id = item.template_id
    where item.set_id = "task_sets"."id"), '[]')`,
  weekdaysOnly: taskSets.weekdaysOnly,
  recapQuestions: taskSets.recapQuestions,
  partners: sql<number>`case when "task_sets"."given_when" = 'event'
    then (select count(distinct event.partner_id)::int from partner_activations as event where event.plan_id = "task_sets"."id")
    else (select count(*)::int from task_set_partners as given where given.set_id = "task_sets"."id") end`,
  createdBy: taskSets.createdBy,
  createdAt: taskSets.createdAt,
  updatedAt: taskSets.updatedAt,
}

const found = (search: string | null) =>
  search === null ? undefined : containsWords(compared(taskSets.name), search)

/** Lists the sets, sorted by name. */
export const listSets = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select(columns)
    .from(taskSets)
    .where(found(search))
    .orderBy(asc(sql`lower(${taskSets.name})`))
    .limit(limit)
    .offset((page - 1) * limit)

export const countSets = (db: Executor, search: string | null) => db.$count(taskSets, found(search))

export const getSet = async (db: Executor, id: string) => {
  const [set] = await db.select(columns).from(taskSets).where(eq(taskSets.id, id))
  return set
}

export type TaskSetRow = NonNullable<Awaited<ReturnType<typeof getSet>>>

/** Reads a set and locks it until the transaction ends, so that it cannot be given in the meantime either. */
export const lockSet = async (db: Executor, id: string) => {
  const [locked] = await db
    .select({ id: taskSets.id })
    .from(taskSets)
    .where(eq(taskSets.id, id))
    .for('update')
  return locked && getSet(db, id)
}

/** Locks all sets against other writers until the transaction ends. There are few sets, and they seldom change. */
export const lockNames = async (db: Executor) => {
  await db.execute(sql`lock table ${taskSets} in share row exclusive mode`)
}

/** Whether another set has this name, ignoring case. */
export const isNameTaken = async (db: Executor, name: string, id: string) => {
  const [other] = await db
    .select({ id: taskSets.id })
    .from(taskSets)
    .where(sql`lower(${taskSets.name}) = lower(${name})`)
  return other !== undefined && other.id !== id
}

/** Locks the templates that exist among these until the transaction ends, and returns their number. */
export const lockTemplates = async (db: Executor, ids: string[]) => {
  const rows = await db
    .select({ id: taskTemplates.id })
    .from(taskTemplates)
    .where(inArray(taskTemplates.id, ids))
    .orderBy(taskTemplates.id)
    .for('key share')
  return rows.length
}

/** Creates a set and returns its id; undefined when the name is taken. */
export const createSet = async (db: Executor, set: typeof taskSets.$inferInsert) => {
  const [created] = await db.insert(taskSets).values(set).onConflictDoNothing().returning({ id: taskSets.id })
  return created?.id
}

export const updateSet = async (db: Executor, id: string, change: Partial<typeof taskSets.$inferInsert>) => {
  // `updatedAt` changes also when only the templates of the set change, which are in another table.
  await db
    .update(taskSets)
    .set({ ...change, updatedAt: new Date() })
    .where(eq(taskSets.id, id))
}

/** Replaces the templates of a set with these, in this order. */
export const setTemplates = async (
  db: Executor,
  setId: string,
  templates: { templateId: string; eventDays: number | null }[],
) => {
  await db.delete(taskSetTemplates).where(eq(taskSetTemplates.setId, setId))
  await db
    .insert(taskSetTemplates)
    .values(templates.map((template, position) => ({ ...template, setId, position })))
}

export const deleteSet = async (db: Executor, id: string) => {
  await db.delete(taskSets).where(eq(taskSets.id, id))
}
