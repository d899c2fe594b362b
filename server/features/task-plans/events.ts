import { eventsAbout } from '#server/domain-events/event.ts'

/** A recurring task, or a template of one. */
const planEvent = eventsAbout<{ plan: { id: string; taskName: string } }>({
  subject: ({ plan }) => ({ id: plan.id, name: plan.taskName }),
})

export const taskSeriesCreated = planEvent('task_series.created', { audit: 'of anyone' })
export const taskSeriesChanged = planEvent('task_series.changed', { audit: 'of anyone' })
export const taskSeriesStopped = planEvent('task_series.stopped', { audit: 'of anyone' })
export const taskSeriesResumed = planEvent('task_series.resumed', { audit: 'of anyone' })
export const taskSeriesDeleted = planEvent('task_series.deleted', { audit: 'of anyone' })

export const taskTemplateCreated = planEvent('task_template.created', { audit: 'of anyone' })
export const taskTemplateChanged = planEvent('task_template.changed', { audit: 'of anyone' })
export const taskTemplateDeleted = planEvent('task_template.deleted', { audit: 'of anyone' })

const setEvent = eventsAbout<{ set: { id: string; name: string } }>({ subject: ({ set }) => set })

export const taskSetCreated = setEvent('task_set.created', { audit: 'of anyone' })
export const taskSetChanged = setEvent('task_set.changed', { audit: 'of anyone' })
export const taskSetDeleted = setEvent('task_set.deleted', { audit: 'of anyone' })

/** A set was given to an audience; the tasks of each partner are in their own activity. */
export const taskSetGiven = setEvent('task_set.given', { audit: 'of anyone' })
