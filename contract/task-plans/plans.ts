export const taskFrequencies = ['weekly', 'monthly'] as const
export type TaskFrequency = (typeof taskFrequencies)[number]

export const taskFrequencyLabels: Record<TaskFrequency, string> = { weekly: 'Weekly', monthly: 'Monthly' }

/** How many days before it is due a recurring task is created, where staff do not choose. */
export const defaultLeadDays = 7
export const maxLeadDays = 60

/** How long after the day on which it is given a task may be due. */
export const maxDueInDays = 730

/** When a set of tasks is given on its own. */
export const taskSetTriggers = ['never', 'onboarding', 'group'] as const
export type TaskSetTrigger = (typeof taskSetTriggers)[number]

export const maxTemplatesOfSet = 20
