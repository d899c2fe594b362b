import { randomUUID } from 'node:crypto'
import { and, eq, gt, ilike, lt, sql } from 'drizzle-orm'
import type { TaskStatus, TaskType } from '#contract/task-status.ts'
import { partnerActivations } from '#server/db/schema/activations.ts'
import { partnerTasks } from '#server/db/schema/partners.ts'
import { taskDefinitions } from '#server/db/schema/shared.ts'
import { taskSets, taskSetTemplates, taskTemplates } from '#server/db/schema/task-sets.ts'
import { planDueDate } from '#server/features/audience/membership/sets/due-date.ts'
import { taskSetCreated } from '#server/features/task-plans/events.ts'
import { insertMany } from './insert-many.ts'
import { onWorkday } from './moments.ts'
import type { DemoDeps, Partner, Team } from './people.ts'

interface PlanTask {
  taskName: string
  taskType: TaskType
  instructions: string
  eventDays: number
}

const healthDay: PlanTask[] = [
  {
    taskName: 'Confirm the rooms and the power outlets',
    taskType: 'physical',
    instructions: 'We need two rooms next to each other, and four outlets in each.',
    eventDays: -22,
  },
  {
    taskName: 'Announce the health day on your channels',
    taskType: 'digital_social',
    instructions: 'One post and one story, with the picture in Creative Files.',
    eventDays: -20,
  },
  {
    taskName: 'Hang the posters for the health day',
    taskType: 'physical',
    instructions: 'One at each entrance. Send a photo of them in place.',
    eventDays: -14,
  },
  {
    taskName: 'Reserve parking for the crew',
    taskType: 'physical',
    instructions: 'Three spaces near the loading dock, from 7:00 AM.',
    eventDays: -2,
  },
  {
    taskName: 'Send photos of the day',
    taskType: 'digital_social',
    instructions: 'About ten, with and without guests.',
    eventDays: 2,
  },
]

const openHouse: PlanTask[] = [
  {
    taskName: 'Invite your neighbors',
    taskType: 'digital_social',
    instructions: 'The invitation letter is in Activation Materials.',
    eventDays: -14,
  },
  {
    taskName: 'Set up the welcome table',
    taskType: 'physical',
    instructions: 'At the front entrance, with the sign-up cards.',
    eventDays: 0,
  },
  {
    taskName: 'Tell us how many guests came',
    taskType: 'digital_social',
    instructions: 'Your own count is enough.',
    eventDays: 1,
  },
]

const statuses: TaskStatus[] = ['completed', 'in_progress']

/** Creates two plans, and gives one of them to the next event of the partner who signs in to the demo. */
export const createEventPlans = async (deps: DemoDeps, partners: Partner[], team: Team) => {
  const openHouseId = await createPlan(deps, team, {
    name: 'Open house',
    weekdaysOnly: false,
    tasks: openHouse,
  })
  const planId = await createPlan(deps, team, {
    name: 'Health day',
    weekdaysOnly: true,
    recapQuestions: ['How many flyers were left?', 'Which talk drew the most people?'],
    tasks: healthDay,
  })
  await setKind(deps, '%open house%', openHouseId)
  await setKind(deps, '%screening%', planId)
  const partner = partners.find(({ email }) => email === 'partner@demo.test')
  if (partner) await givePlan(deps, partner, planId)
}

/** Makes a plan the kind of past events by their names, for the report. */
const setKind = ({ db }: DemoDeps, names: string, planId: string) =>
  db
    .update(partnerActivations)
    .set({ planId })
    .where(and(lt(partnerActivations.activationDate, sql`now()`), ilike(partnerActivations.name, names)))

const createPlan = async (
  { db, journal }: DemoDeps,
  team: Team,
  { tasks, ...set }: { name: string; weekdaysOnly: boolean; recapQuestions?: string[]; tasks: PlanTask[] },
) => {
  const [id, createdAt] = [randomUUID(), onWorkday(60, '11:30')]
  const stamps = { createdBy: team.ada.id, createdAt, updatedAt: createdAt }
  const templates = tasks.map((task) => ({ ...stamps, ...task, id: randomUUID(), dueInDays: 7 }))
  await insertMany(
    db,
    taskTemplates,
    templates.map(({ eventDays: _days, ...template }) => template),
  )
  await db.insert(taskSets).values({ ...stamps, ...set, id, givenWhen: 'event' })
  await insertMany(
    db,
    taskSetTemplates,
    templates.map(({ id: templateId, eventDays }, position) => ({
      setId: id,
      templateId,
      position,
      eventDays,
    })),
  )
  journal.record(createdAt, taskSetCreated, team.ada, {
    set: { id, name: set.name },
    after: { name: set.name, givenWhen: 'event', templates: tasks.map(({ taskName }) => taskName) },
  })
  return id
}

const givePlan = async ({ db, journal }: DemoDeps, partner: Partner, planId: string) => {
  const [event] = await db
    .select()
    .from(partnerActivations)
    .where(
      and(eq(partnerActivations.partnerId, partner.id), gt(partnerActivations.activationDate, sql`now()`)),
    )
    .orderBy(sql`${partnerActivations.activationDate} desc`)
    .limit(1)
  if (!event) return
  const { id: activationId, activationDate, timeZone, createdAt } = event
  await db
    .update(partnerActivations)
    .set({ planId, updatedAt: partnerActivations.updatedAt })
    .where(eq(partnerActivations.id, activationId))
  const tasks = healthDay.map(({ eventDays, ...task }) => ({
    ...task,
    id: randomUUID(),
    planDays: eventDays,
    dueDate: planDueDate(activationDate, { days: eventDays, weekdaysOnly: true, timeZone }, createdAt),
    ownerId: partner.caretaker.id,
    createdBy: partner.caretaker.id,
    createdAt,
    updatedAt: createdAt,
  }))
  await insertMany(
    db,
    taskDefinitions,
    tasks.map(({ planDays: _days, ...task }) => ({
      ...task,
      assignedPartnerIds: [partner.id],
      isForOne: true,
    })),
  )
  await insertMany(
    db,
    partnerTasks,
    tasks.map((task, index) => ({
      ...task,
      definitionId: task.id,
      partnerId: partner.id,
      status: statuses[index] ?? 'pending',
      activationId,
      planWeekdays: true,
    })),
  )
  for (const { id: taskId, taskName } of tasks) {
    const line = ['task_created', `Task "${taskName}" created`] as const
    journal.activity(partner.id, createdAt, partner.caretaker, [...line], { taskId })
  }
}
