export const taskSortColumns = ['created', 'due', 'name', 'partner', 'type', 'status', 'owner'] as const

export type TaskSortColumn = (typeof taskSortColumns)[number]

/** A column to sort by, with a `-` before it for descending order. */
export type TaskSort = TaskSortColumn | `-${TaskSortColumn}`

export const taskSorts = taskSortColumns.flatMap((column): TaskSort[] => [column, `-${column}`])
