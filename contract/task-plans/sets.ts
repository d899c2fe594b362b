import { z } from 'zod'
import { audienceFields, audienceQuery, missingAudienceIssue, namesSomeone } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { expectedUpdatedAt, id, idParams, isoDate, optionalText, requiredText } from '../fields.ts'
import { limits } from '../limits.ts'
import { planListQuery } from './plan-list.ts'
import {
  hasDaysWhereNeeded,
  hasGroupWhereNeeded,
  maxEventDays,
  maxRecapQuestions,
  maxTemplatesOfSet,
  missingDaysIssue,
  missingGroupIssue,
  taskSetTriggers,
} from './plans.ts'

export const TaskSet = z.strictObject({
  id,
  name: z.string(),
  /** When the set is given automatically. */
  givenWhen: z.enum(taskSetTriggers),
  /** The group that partners must be in to be given the set; null for every partner who completes onboarding. */
  partnerGroup: z.string().nullable(),
  /** The templates in order. */
  templates: z.array(
    z.strictObject({
      id,
      taskName: z.string(),
      dueInDays: z.int(),
      /** In a plan, the days from the event to the due date, negative before the event; null in other sets. */
      eventDays: z.int().nullable(),
    }),
  ),
  /** Whether the tasks of a plan are due only from Monday to Friday. */
  weekdaysOnly: z.boolean(),
  /** The questions that the recap of an event with the plan asks as well. */
  recapQuestions: z.array(z.string()),
  /** How many partners were given the set, or have an event with the plan. */
  partners: z.int(),
  createdBy: id.nullable(),
  createdAt: isoDate,
  updatedAt: isoDate,
})
export type TaskSet = z.input<typeof TaskSet>

/** The fields of a set that staff enter. */
export const taskSetFields = z.strictObject({
  name: requiredText(limits.name, 'A name is required'),
  givenWhen: z.enum(taskSetTriggers),
  partnerGroup: optionalText(limits.group),
  templateIds: z
    .array(id.toLowerCase())
    .min(1, 'Choose at least one template')
    .max(maxTemplatesOfSet, `Choose at most ${maxTemplatesOfSet} templates`)
    .refine((ids) => new Set(ids).size === ids.length, 'Choose each template once'),
  /** For a plan, the days from the event to the due date of each template, by its id; negative before the event. */
  eventDays: z
    .record(id.toLowerCase(), z.int({ error: 'Enter a number of days' }).min(-maxEventDays).max(maxEventDays))
    .default({}),
  /** Whether the tasks of a plan are due only from Monday to Friday: after the event on the Monday after a weekend, else on the Friday before. */
  weekdaysOnly: z.boolean().default(false),
  /** For a plan, what the recap of its events asks as well. Empty questions are left out. */
  recapQuestions: z
    .array(optionalText(limits.name))
    .transform((all) => all.filter((question) => question !== null))
    .refine((all) => all.length <= maxRecapQuestions, `Enter at most ${maxRecapQuestions} questions`)
    .refine((all) => new Set(all).size === all.length, 'Enter each question once')
    .default([]),
})

export const SaveTaskSet = taskSetFields
  .refine(hasGroupWhereNeeded, missingGroupIssue)
  .refine(hasDaysWhereNeeded, missingDaysIssue)
export type SaveTaskSet = z.output<typeof SaveTaskSet>

export const listTaskSets = endpoint('GET', '/api/admin/task-sets', {
  access: 'staff',
  byToken: true,
  cost: 'search',
  summary: 'The sets of tasks, by name',
  query: z.strictObject(planListQuery),
  responses: { 200: z.array(TaskSet) },
})

export const createTaskSet = endpoint('POST', '/api/admin/task-sets', {
  access: 'staff',
  byToken: true,
  summary: 'Creates a set of tasks; 409 when the name is taken',
  body: SaveTaskSet,
  responses: { 201: TaskSet },
})

export const getTaskSet = endpoint('GET', '/api/admin/task-sets/:id', {
  access: 'staff',
  byToken: true,
  summary: 'A set of tasks',
  params: idParams,
  responses: { 200: TaskSet },
})

export const updateTaskSet = endpoint('PUT', '/api/admin/task-sets/:id', {
  access: 'staff',
  byToken: true,
  summary:
    'Changes a set; existing tasks stay. 409 when someone else has changed it since or the name is taken',
  params: idParams,
  body: taskSetFields
    .extend(expectedUpdatedAt)
    .refine(hasGroupWhereNeeded, missingGroupIssue)
    .refine(hasDaysWhereNeeded, missingDaysIssue),
  responses: { 200: TaskSet },
})

export const deleteTaskSet = endpoint('DELETE', '/api/admin/task-sets/:id', {
  access: 'staff',
  byToken: true,
  summary: 'Deletes a set; its templates and existing tasks stay',
  params: idParams,
  responses: { 204: z.void() },
})

// A set is given once, to the partners of that moment.
const { assignedViewId: _view, ...fixedAudience } = audienceFields

export const GiveTaskSet = z
  .strictObject({
    ...fixedAudience,
    /** Whether partners who were given the set before get its tasks once more. */
    again: z.boolean().default(false),
  })
  .refine(namesSomeone, missingAudienceIssue)
export type GiveTaskSet = z.output<typeof GiveTaskSet>

export const countTaskSetPartners = endpoint('GET', '/api/admin/task-sets/:id/audience', {
  access: 'staff',
  byToken: true,
  summary: 'How many partners of an audience would get a set, and how many of them already have it',
  params: idParams,
  query: z.strictObject(audienceQuery),
  responses: { 200: z.strictObject({ partners: z.int(), alreadyGiven: z.int() }) },
})

export const giveTaskSet = endpoint('POST', '/api/admin/task-sets/:id/give', {
  access: 'staff',
  byToken: true,
  summary:
    'Gives a set to an audience as it is now: each partner gets its tasks, due from today on; 409 for a plan, which is given with an event, and for a set without templates',
  params: idParams,
  body: GiveTaskSet,
  responses: {
    200: z.strictObject({
      /** How many partners get the set. */
      partners: z.int(),
      /** How many tasks are created. If there are many partners, this takes minutes. */
      tasks: z.int(),
    }),
  },
})
