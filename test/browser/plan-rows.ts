import type { TaskSeries } from '#contract/task-plans/series.ts'
import type { TaskSet } from '#contract/task-plans/sets.ts'
import type { TaskTemplate } from '#contract/task-plans/templates.ts'
import { support } from './people.ts'

let last = 0

const planned = () => ({
  id: `88888888-8888-4888-8888-${String(++last).padStart(12, '0')}`,
  taskName: 'Water the plants',
  instructions: null,
  taskType: 'physical' as const,
  owner: null,
  createdBy: support.id,
  createdAt: '2026-11-01T15:00:00.000Z',
  updatedAt: '2026-11-01T15:00:00.000Z',
})

export const templateRow = (fields: Partial<TaskTemplate> = {}): TaskTemplate => ({
  ...planned(),
  dueInDays: 7,
  sets: 0,
  ...fields,
})

/** A weekly task for all partners of a group. */
export const seriesRow = (fields: Partial<TaskSeries> = {}): TaskSeries => ({
  ...planned(),
  assignedPartnerIds: [],
  assignedGroup: 'Coast',
  frequency: 'weekly',
  startsAt: '2099-01-31T22:00:00.000Z',
  timeZone: 'America/New_York',
  endsOn: null,
  leadDays: 7,
  occurrences: 0,
  nextDueAt: '2099-01-31T22:00:00.000Z',
  stoppedAt: null,
  ...fields,
})

export const setRow = (fields: Partial<TaskSet> = {}): TaskSet => {
  const { id, createdBy, createdAt, updatedAt } = planned()
  const own = { id, createdBy, createdAt, updatedAt }
  return {
    ...own,
    name: 'Welcome',
    givenWhen: 'never',
    partnerGroup: null,
    templates: [],
    weekdaysOnly: false,
    recapQuestions: [],
    partners: 0,
    ...fields,
  }
}
