import { sql } from 'drizzle-orm'
import { check, date, index, pgTable, smallint, varchar } from 'drizzle-orm/pg-core'
import { limits } from '#contract/fields.ts'
import { taskFrequencies } from '#contract/task-plans/plans.ts'
import { taskTypes } from '#contract/tasks.ts'
import { audience } from './audience.ts'
import { createdAt, enumCheck, primaryId, timestamptz, updatedAt } from './columns.ts'
import { byUser } from './users.ts'

/** What the tasks that come from a plan have of it. */
export const plannedTask = () => ({
  taskName: varchar({ length: limits.name }).notNull(),
  instructions: varchar({ length: limits.description }),
  taskType: varchar({ length: 40, enum: taskTypes }).notNull(),
  /** The member of staff who looks after it. */
  ownerId: byUser(),
})

/** A task that comes again, weekly or monthly: each time it is created for its audience some days before it is due. */
export const taskSeries = pgTable(
  'task_series',
  {
    id: primaryId(),
    ...plannedTask(),
    ...audience,
    frequency: varchar({ length: 20, enum: taskFrequencies }).notNull(),
    /** The first due date; later ones are on the same weekday or day of the month, at the same time of the zone. */
    startsAt: timestamptz().notNull(),
    timeZone: varchar({ length: limits.timeZone }).notNull(),
    /** The last day on which one may be due; null without an end. */
    endsOn: date({ mode: 'string' }),
    /** How many days before it is due each one is created. */
    leadDays: smallint().notNull(),
    /** How many have been created; the next is due at `nextDueAt`, which is null once there is none. */
    occurrences: smallint().notNull().default(0),
    nextDueAt: timestamptz(),
    /** What the last one was created for; null before the first. Staff can move or delete that one. */
    lastDueAt: timestamptz(),
    stoppedAt: timestamptz(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    index('task_series_next').on(table.nextDueAt).where(sql`${table.stoppedAt} is null`),
    index('task_series_created').on(table.createdAt, table.id),
    index('task_series_owner').on(table.ownerId),
    enumCheck('task_series_type_known', table.taskType, taskTypes),
    enumCheck('task_series_frequency_known', table.frequency, taskFrequencies),
    check('task_series_lead_days', sql`${table.leadDays} between 0 and 60`),
  ],
)
