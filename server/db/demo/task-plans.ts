import { randomUUID } from 'node:crypto'
import { taskSeriesCreated, taskSetCreated } from '#server/features/task-plans/events.ts'
import { nextOccurrences } from '#server/features/task-plans/occurrences.ts'
import { taskSeries } from '../schema/task-series.ts'
import { taskSetPartners, taskSets, taskSetTemplates, taskTemplates } from '../schema/task-sets.ts'
import { insertMany } from './insert-many.ts'
import { noonIn, onWorkday } from './moments.ts'
import { demoGroups } from './partners.ts'
import type { DemoDeps, Partner, Team } from './people.ts'
import { taskContents } from './task-contents.ts'
import { createTaskDefinitions } from './task-definitions.ts'

const [coast] = demoGroups
const week = 7

const guestCount = {
  taskName: 'Send the weekly guest count',
  taskType: 'digital_social',
  instructions: 'Guests per day, Monday to Sunday. Reply here, or send the sheet from Activation Materials.',
} as const

/** Days until each task of the set is due. */
const dueInDays = [3, 5, 7, 10, 14]

/** Creates a recurring task that has created two tasks, and templates in a set that every new venue is given. */
export const createTaskPlans = async (deps: DemoDeps, partners: Partner[], team: Team) => {
  await createSeries(deps, partners, team)
  await createSet(deps, partners, team)
}

const createSeries = async (deps: DemoDeps, partners: Partner[], team: Team) => {
  const [id, createdAt] = [randomUUID(), onWorkday(11, '10:20')]
  const startsAt = noonIn(-4)
  const rule = { startsAt, timeZone: 'America/New_York', frequency: 'weekly', endsOn: null } as const
  const [second = startsAt, third = startsAt] = nextOccurrences(rule, {
    after: startsAt,
    until: noonIn(100),
    max: 2,
  })
  const staff = { ownerId: team.sam.id, createdBy: team.sam.id }
  await deps.db.insert(taskSeries).values({
    ...guestCount,
    ...rule,
    ...staff,
    id,
    assignedGroup: coast,
    leadDays: week,
    occurrences: 2,
    nextDueAt: third,
    lastDueAt: second,
    createdAt,
    updatedAt: createdAt,
  })
  deps.journal.record(createdAt, taskSeriesCreated, team.sam, {
    plan: { id, taskName: guestCount.taskName },
    after: { taskName: guestCount.taskName, assignedGroup: coast, frequency: 'weekly' },
  })
  const task = { ...guestCount, group: coast }
  await createTaskDefinitions(deps, partners, team, [
    { ...task, createdAgo: 11, dueDate: startsAt, isDone: true, series: { seriesId: id, occurrence: 1 } },
    { ...task, createdAgo: 4, dueDate: second, series: { seriesId: id, occurrence: 2 } },
  ])
}

/** Creates the set of the first tasks that all partners got. */
const createSet = async ({ db, journal }: DemoDeps, partners: Partner[], team: Team) => {
  const [setId, name, createdAt] = [randomUUID(), 'New venue', onWorkday(80, '9:40')]
  const stamps = { createdBy: team.ada.id, createdAt, updatedAt: createdAt }
  const templates = dueInDays.flatMap((days, index) => {
    const content = taskContents[index]
    if (!content) return []
    const { taskName, taskType, instructions } = content
    return [{ ...stamps, id: randomUUID(), taskName, taskType, instructions, dueInDays: days }]
  })
  await insertMany(db, taskTemplates, templates)
  await db.insert(taskSets).values({ ...stamps, id: setId, name, givenWhen: 'onboarding' })
  await insertMany(
    db,
    taskSetTemplates,
    templates.map((template, position) => ({ setId, templateId: template.id, position })),
  )
  journal.record(createdAt, taskSetCreated, team.ada, {
    set: { id: setId, name },
    after: { name, givenWhen: 'onboarding', templates: templates.map(({ taskName }) => taskName) },
  })
  const onboarded = partners.filter(({ steps }) => steps.length > 3)
  await insertMany(
    db,
    taskSetPartners,
    onboarded.map(({ id: partnerId }) => ({ setId, partnerId, givenAt: createdAt })),
  )
}
