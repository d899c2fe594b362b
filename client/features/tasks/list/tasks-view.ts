import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { momentOf } from '#client/lib/local-moment.ts'
import { id, limits } from '#contract/fields.ts'
import { type TaskSort, type TaskState, taskSorts, taskStates } from '#contract/staff-tasks.ts'
import { type TaskType, taskTypes } from '#contract/tasks.ts'

export const dueFilters = ['overdue', 'today', 'week', 'later', 'range'] as const
export type DueFilter = (typeof dueFilters)[number]

/** Which tasks are listed, and how. Empty texts stand for all. */
export type TaskFilters = {
  search: string
  /** By default the open ones, `all` for every one. */
  state: TaskState | 'all'
  type: TaskType | ''
  due: DueFilter | ''
  /** Days of a range, both inclusive, as typed. */
  from: string
  until: string
  /** A partner's id. Not `partner`, which opens one. */
  of: string
  group: string
  /** `me`, `none` or the id of a member of staff. */
  owner: string
}

const oneOf = <Value extends string>(values: readonly Value[], text: string) =>
  values.find((value) => value === text)

/** Reads the filters from the address and ignores unknown values. */
export const readFilters = (get: (name: string) => string): TaskFilters => ({
  search: get('search').slice(0, limits.name),
  state: oneOf([...taskStates, 'all'], get('state')) ?? 'open',
  type: oneOf(taskTypes, get('type')) ?? '',
  due: oneOf(dueFilters, get('due')) ?? '',
  from: get('from'),
  until: get('until'),
  of: id.safeParse(get('for')).success ? get('for') : '',
  group: get('group').slice(0, limits.group),
  owner: ['me', 'none'].includes(get('owner')) || id.safeParse(get('owner')).success ? get('owner') : '',
})

export const defaultSort: TaskSort = 'due'

/** Midnight where the reader is, some days after the given one. */
const midnight = (day: Date, daysLater = 0) =>
  new Date(day.getFullYear(), day.getMonth(), day.getDate() + daysLater)

/** The time of a due filter as ISO strings: weeks begin on Monday. Empty where it has no bound. */
export const dueRange = ({ due, from, until }: Pick<TaskFilters, 'due' | 'from' | 'until'>, now: Date) => {
  const dayAfter = (day: string) => {
    const start = momentOf(day, '00:00')
    return start && midnight(start, 1)
  }
  const nextMonday = midnight(now, 8 - (now.getDay() || 7))
  const ranges: Partial<Record<DueFilter, [Date | undefined, Date | undefined]>> = {
    today: [midnight(now), midnight(now, 1)],
    week: [midnight(now, 1 - (now.getDay() || 7)), nextMonday],
    later: [nextMonday, undefined],
    range: [momentOf(from, '00:00'), dayAfter(until)],
  }
  const [first, last] = (due && ranges[due]) || []
  return { from: first?.toISOString() ?? '', until: last?.toISOString() ?? '' }
}

/** The query of the request. */
export const queryOf = (filters: TaskFilters, now: Date) => ({
  search: filters.search,
  ...(filters.state !== 'all' && { state: filters.state }),
  ...(filters.type && { taskType: filters.type }),
  ...(filters.due === 'overdue' && { due: 'overdue' as const }),
  ...dueRange(filters, now),
  partnerId: filters.of,
  partnerGroup: filters.group,
  owner: filters.owner,
})

/** The names in the address that narrow the list, with their empty values. */
export const noFilters = {
  search: null,
  state: null,
  type: null,
  due: null,
  from: null,
  until: null,
  for: null,
  group: null,
  owner: null,
}

export type TasksView = AddressView & {
  filters: TaskFilters
  isNarrowed: boolean
  sort: TaskSort
  isBoard: boolean
  /** Stays the same until the list is another one. */
  query: ReturnType<typeof queryOf>
}

/** The state of the list of tasks, which is in the address. */
export const useTasksView = (now: number): TasksView => {
  const view = useAddressView()
  const filters = readFilters(view.get)
  return {
    ...view,
    filters,
    isNarrowed: Object.keys(noFilters).some((name) => view.get(name) !== ''),
    sort: oneOf(taskSorts, view.get('sort')) ?? defaultSort,
    isBoard: view.get('view') === 'board',
    query: queryOf(filters, new Date(now)),
  }
}
