import { eventsAbout } from '#server/domain-events/event.ts'

/** A recurring task, or a template of one. */
const planEvent = eventsAbout<{ plan: { id: string; taskName: string } }>({
  subject: ({ plan }) => ({ id: plan.id, name: plan.taskName }),
})

export const taskSeriesCreated = planEvent('task_series.created')
export const taskSeriesChanged = planEvent('task_series.changed')
export const taskSeriesStopped = planEvent('task_series.stopped')
export const taskSeriesResumed = planEvent('task_series.resumed')
export const taskSeriesDeleted = planEvent('task_series.deleted')

export const taskTemplateCreated = planEvent('task_template.created')
export const taskTemplateChanged = planEvent('task_template.changed')
export const taskTemplateDeleted = planEvent('task_template.deleted')

const setEvent = eventsAbout<{ set: { id: string; name: string } }>({ subject: ({ set }) => set })

export const taskSetCreated = setEvent('task_set.created')
export const taskSetChanged = setEvent('task_set.changed')
export const taskSetDeleted = setEvent('task_set.deleted')

/** A set was given to an audience. The activity of each partner lists the tasks. */
export const taskSetGiven = setEvent('task_set.given')
