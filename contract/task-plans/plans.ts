export const taskFrequencies = ['weekly', 'monthly'] as const
export type TaskFrequency = (typeof taskFrequencies)[number]

export const taskFrequencyLabels: Record<TaskFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly' }

/** How many days before its due date a recurring task is created, unless staff choose another number. */
export const defaultLeadDays = 7
export const maxLeadDays = 60

/** The maximum number of days from giving a task to its due date. */
export const maxDueInDays = 730

/** When a set of tasks is given automatically. */
export const taskSetTriggers = ['never', 'onboarding', 'group'] as const
export type TaskSetTrigger = (typeof taskSetTriggers)[number]

export const maxTemplatesOfSet = 20

export const hasGroupWhereNeeded = (set: { givenWhen: string; partnerGroup: string | null }) =>
  set.givenWhen !== 'group' || set.partnerGroup !== null

export const missingGroupIssue = { path: ['partnerGroup'], error: 'Choose a group' }
