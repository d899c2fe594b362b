import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { taskFrequencies } from '#contract/task-plans/plans.ts'
import { taskTypes } from '#contract/task-status.ts'
import { audience, byView } from './audience.ts'
import { createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { byUser } from './users.ts'

/** The columns of a plan that its tasks take over. */
export const plannedTask = () => ({
  taskName: varchar({ length: limits.name }).notNull(),
  instructions: varchar({ length: limits.description }),
  taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
  /** The member of staff who looks after the tasks. */
  ownerId: byUser(),
})

/** A recurring task, weekly or monthly. Each occurrence is created for the audience some days before its due date. */
export const taskSeries = pgTable(
  'task_series',
  {
    id: primaryId(),
    ...plannedTask(),
    ...audience,
    frequency: varchar({ length: 20, enum: taskFrequencies }).notNull(),
    /** The first due date. Later ones are on the same weekday or day of the month, at the same time of day in the time zone. */
    startsAt: timestamptz().notNull(),
    timeZone: varchar({ length: limits.timeZone }).notNull(),
    /** The last day on which a task may be due; null for a series without an end. */
    endsOn: date({ mode: 'string' }),
    /** How many days before its due date each task is created. */
    leadDays: smallint().notNull(),
    /** How many tasks have been created. The next one is due at `nextDueAt`, which is null once the series has ended. */
    occurrences: smallint().notNull().default(0),
    nextDueAt: timestamptz(),
    /** The due date for which the last task was created; null before the first. Staff may have moved or deleted that task. */
    lastDueAt: timestamptz(),
    stoppedAt: timestamptz(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    byView('task_series', table.assignedViewId),
    index('task_series_next').on(table.nextDueAt).where(sql`${table.stoppedAt} is null`),
    index('task_series_created').on(table.createdAt, table.id),
    index('task_series_owner').on(table.ownerId),
    enumCheck('task_series_type_known', table.taskType, taskTypes),
    enumCheck('task_series_frequency_known', table.frequency, taskFrequencies),
    check('task_series_lead_days', sql`${table.leadDays} between 0 and 60`),
  ],
)
