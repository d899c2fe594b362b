export const taskFrequencies = ['weekly', 'monthly'] as const
export type TaskFrequency = (typeof taskFrequencies)[number]

export const taskFrequencyLabels: Record<TaskFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly' }

/** How many days before its due date a recurring task is created, unless staff choose another number. */
export const defaultLeadDays = 7
export const maxLeadDays = 60

/** The maximum number of days from giving a task to its due date. */
export const maxDueInDays = 730

/** When a set of tasks is given: by hand only, or automatically. A set that is given with an event is a plan. */
export const taskSetTriggers = ['never', 'onboarding', 'group', 'event'] as const
export type TaskSetTrigger = (typeof taskSetTriggers)[number]

export const maxTemplatesOfSet = 20

/** The maximum number of questions of a plan that the recap of its events asks as well. */
export const maxRecapQuestions = 5

/** The maximum number of days between an event and the due date of a task of its plan. */
export const maxEventDays = 365

export const hasGroupWhereNeeded = (set: { givenWhen: string; partnerGroup: string | null }) =>
  set.givenWhen !== 'group' || set.partnerGroup !== null

/** Whether a plan has the days of each of its templates. */
export const hasDaysWhereNeeded = (set: {
  givenWhen: string
  templateIds: string[]
  eventDays: Record<string, number>
}) => set.givenWhen !== 'event' || set.templateIds.every((templateId) => templateId in set.eventDays)

export const missingDaysIssue = { path: ['eventDays'], error: 'Enter the days of each task' }

export const missingGroupIssue = { path: ['partnerGroup'], error: 'Choose a group' }
