/** How far staff have taken an activation. Whether it is ahead or past follows its date alone. */
export const activationStages = ['planned', 'confirmed', 'done', 'canceled'] as const
export type ActivationStage = (typeof activationStages)[number]

export const activationStageLabels: Record<ActivationStage, string> = {
  planned: 'Planned',
  confirmed: 'Confirmed',
  done: 'Done',
  canceled: 'Canceled',
}

/** `coming`: not over yet. `past`: over. Without an end, an activation is over a day after its start. */
export const activationTimes = ['coming', 'past'] as const
export type ActivationTime = (typeof activationTimes)[number]

export const activationSortColumns = ['created', 'date', 'name', 'partner'] as const
export type ActivationSortColumn = (typeof activationSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type ActivationSort = ActivationSortColumn | `-${ActivationSortColumn}`

export const activationSorts = activationSortColumns.flatMap((column): ActivationSort[] => [
  column,
  `-${column}`,
])
