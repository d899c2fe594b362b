import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  uniqueIndex,
  uuid,
  varchar,
} from 'drizzle-orm/pg-core'
import { limits } from '#contract/limits.ts'
import { taskSetTriggers } from '#contract/task-plans/plans.ts'
import { taskTypes } from '#contract/task-status.ts'
import { createdAt, enumCheck, primaryId, updatedAt } from './columns.ts'
import { ofPartner } from './partners.ts'
import { plannedTask } from './task-series.ts'
import { byUser } from './users.ts'

/** A template from which staff create tasks. A task is due a number of days after it is given. */
export const taskTemplates = pgTable(
  'task_templates',
  {
    id: primaryId(),
    ...plannedTask(),
    /** The days from giving the task to its due date. */
    dueInDays: smallint().notNull(),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('task_templates_name_unique').on(sql`lower(${table.taskName})`),
    index('task_templates_owner').on(table.ownerId),
    enumCheck('task_templates_type_known', table.taskType, taskTypes),
    check('task_templates_due', sql`${table.dueInDays} between 0 and 730`),
  ],
)

/** Templates that are given together: by hand, to every partner who completes onboarding or joins a group, or as the plan of an event. */
export const taskSets = pgTable(
  'task_sets',
  {
    id: primaryId(),
    name: varchar({ length: limits.name }).notNull(),
    givenWhen: varchar({ length: 20, enum: taskSetTriggers }).notNull(),
    /** The group that partners must be in to be given the set; null for every partner who completes onboarding. */
    partnerGroup: varchar({ length: limits.group }),
    /** Whether the tasks of a plan are due only from Monday to Friday. */
    weekdaysOnly: boolean().notNull().default(false),
    /** The questions that the recap of an event with the plan asks as well. */
    recapQuestions: jsonb().$type<string[]>().notNull().default([]),
    createdBy: byUser(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    uniqueIndex('task_sets_name_unique').on(sql`lower(${table.name})`),
    enumCheck('task_sets_trigger_known', table.givenWhen, taskSetTriggers),
    check('task_sets_group', sql`${table.givenWhen} <> 'group' or ${table.partnerGroup} is not null`),
  ],
)

export const taskSetTemplates = pgTable(
  'task_set_templates',
  {
    setId: uuid()
      .notNull()
      .references(() => taskSets.id, { onDelete: 'cascade' }),
    templateId: uuid()
      .notNull()
      .references(() => taskTemplates.id, { onDelete: 'cascade' }),
    position: smallint().notNull(),
    /** In a plan, the days from the event to the due date, negative before the event; null in other sets. */
    eventDays: smallint(),
  },
  (table) => [
    primaryKey({ columns: [table.setId, table.templateId] }),
    index('task_set_templates_template').on(table.templateId),
    check('task_set_templates_days', sql`${table.eventDays} between -365 and 365`),
  ],
)

/** The partners who were given a set. Each gets a set once, unless staff give it again by hand. */
export const taskSetPartners = pgTable(
  'task_set_partners',
  {
    setId: uuid()
      .notNull()
      .references(() => taskSets.id, { onDelete: 'cascade' }),
    partnerId: ofPartner(),
    givenAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.setId, table.partnerId] }),
    index('task_set_partners_partner').on(table.partnerId),
  ],
)
