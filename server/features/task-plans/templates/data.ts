import { asc, eq, sql } from 'drizzle-orm'
import type { Page } from '#contract/paging.ts'
import type { Executor } from '#server/db/client.ts'
import { taskTemplates } from '#server/db/schema/task-sets.ts'
import { compared, containsWords } from '#server/db/search.ts'
import { namedUser } from '#server/db/user-names.ts'

const columns = {
  id: taskTemplates.id,
  taskName: taskTemplates.taskName,
  instructions: taskTemplates.instructions,
  taskType: taskTemplates.taskType,
  owner: namedUser('task_templates.owner_id'),
  dueInDays: taskTemplates.dueInDays,
  sets: sql<number>`(select count(*)::int from task_set_templates as item where item.template_id = "task_templates"."id")`,
  createdBy: taskTemplates.createdBy,
  createdAt: taskTemplates.createdAt,
  updatedAt: taskTemplates.updatedAt,
}

const found = (search: string | null) =>
  search === null ? undefined : containsWords(compared(taskTemplates.taskName), search)

/** Lists the templates, sorted by name. */
export const listTemplates = (db: Executor, search: string | null, { page, limit }: Page) =>
  db
    .select(columns)
    .from(taskTemplates)
    .where(found(search))
    .orderBy(asc(sql`lower(${taskTemplates.taskName})`))
    .limit(limit)
    .offset((page - 1) * limit)

export const countTemplates = (db: Executor, search: string | null) => db.$count(taskTemplates, found(search))

export const getTemplate = async (db: Executor, id: string) => {
  const [template] = await db.select(columns).from(taskTemplates).where(eq(taskTemplates.id, id))
  return template
}

export type Template = NonNullable<Awaited<ReturnType<typeof getTemplate>>>

/** Reads a template and locks it until the transaction ends. */
export const lockTemplate = async (db: Executor, id: string) => {
  const [locked] = await db
    .select({ id: taskTemplates.id })
    .from(taskTemplates)
    .where(eq(taskTemplates.id, id))
    .for('update')
  return locked && getTemplate(db, id)
}

/** Locks all templates against other writers until the transaction ends. There are few templates, and they seldom change. */
export const lockNames = async (db: Executor) => {
  await db.execute(sql`lock table ${taskTemplates} in share row exclusive mode`)
}

/** Whether another template has this name, ignoring case. */
export const isNameTaken = async (db: Executor, name: string, id: string) => {
  const [other] = await db
    .select({ id: taskTemplates.id })
    .from(taskTemplates)
    .where(sql`lower(${taskTemplates.taskName}) = lower(${name})`)
  return other !== undefined && other.id !== id
}

/** Creates a template and returns undefined when the name is taken. */
export const createTemplate = async (db: Executor, template: typeof taskTemplates.$inferInsert) => {
  const [created] = await db
    .insert(taskTemplates)
    .values(template)
    .onConflictDoNothing()
    .returning({ id: taskTemplates.id })
  return created && getTemplate(db, created.id)
}

export const updateTemplate = async (
  db: Executor,
  id: string,
  change: Partial<typeof taskTemplates.$inferInsert>,
) => {
  await db.update(taskTemplates).set(change).where(eq(taskTemplates.id, id))
}

/** Deletes a template. The database removes it from the sets that contain it. */
export const deleteTemplate = async (db: Executor, id: string) => {
  await db.delete(taskTemplates).where(eq(taskTemplates.id, id))
}
