import { taskSeries } from '#server/db/schema/task-series.ts'
import { taskSets, taskSetTemplates, taskTemplates } from '#server/db/schema/task-sets.ts'
import type { TestApp } from './app.ts'

type Portal = Pick<TestApp, 'db'>
type New<Table extends { $inferInsert: object }> = Partial<Table['$inferInsert']>

const firstRow = <T>([row]: T[]): T => {
  if (row === undefined) throw new Error('no row came back')
  return row
}

/** Creates a recurring task, by default weekly from 2049 for a group without members. None of its tasks exist yet. */
export const createSeries = async ({ db }: Portal, series: New<typeof taskSeries> = {}) => {
  const startsAt = series.startsAt ?? new Date('2049-03-01T22:00:00Z')
  return firstRow(
    await db
      .insert(taskSeries)
      .values({
        taskName: 'Send the guest count',
        taskType: 'physical',
        assignedGroup: 'Nobody',
        frequency: 'weekly',
        timeZone: 'America/New_York',
        leadDays: 7,
        nextDueAt: startsAt,
        ...series,
        startsAt,
      })
      .returning(),
  )
}

/** Creates a template, by default with a unique name. */
export const createTemplate = async ({ db }: Portal, template: New<typeof taskTemplates> = {}) =>
  firstRow(
    await db
      .insert(taskTemplates)
      .values({
        taskName: `Template ${crypto.randomUUID()}`,
        taskType: 'physical',
        dueInDays: 7,
        ...template,
      })
      .returning(),
  )

/** Creates a set of these templates, by default with a unique name and assigned by hand only. In a plan, they have days from the event. */
export const createSet = async (
  { db }: Portal,
  set: New<typeof taskSets> = {},
  templates: { id: string; eventDays?: number }[] = [],
) => {
  const created = firstRow(
    await db
      .insert(taskSets)
      .values({ name: `Set ${crypto.randomUUID()}`, givenWhen: 'never', ...set })
      .returning(),
  )
  const items = templates.map(({ id, eventDays = null }, position) => ({
    ...{ setId: created.id, templateId: id, position, eventDays },
  }))
  if (items.length > 0) await db.insert(taskSetTemplates).values(items)
  return created
}
