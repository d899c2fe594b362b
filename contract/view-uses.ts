/** The kinds of things that can be for the partners of a saved view. */
export const viewUses = ['task', 'agreement', 'file', 'announcement', 'recurring_task'] as const

export type ViewUse = (typeof viewUses)[number]
