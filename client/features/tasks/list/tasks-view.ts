import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { type DayRange, midnight, toTimeRange } from '#client/lib/day-range.ts'
import { id, limits } from '#contract/fields.ts'
import { type TaskSort, type TaskState, taskSorts, taskStates } from '#contract/staff-tasks.ts'
import { type TaskType, taskTypes } from '#contract/tasks.ts'
import { weekOf } from '../task-state.ts'

export const dueFilters = ['overdue', 'today', 'week', 'later', 'range'] as const
export type DueFilter = (typeof dueFilters)[number]

/** Which tasks are listed, and how. Empty texts stand for all. */
export type TaskFilters = DayRange & {
  search: string
  /** By default the open ones, `all` for every one. */
  state: TaskState | 'all'
  type: TaskType | ''
  due: DueFilter | ''
  /** A partner's id. Not `partner`, which opens one. */
  of: string
  group: string
  /** `me`, `none` or the id of a member of staff. */
  owner: string
  /** Only those for several partners. */
  isShared: boolean
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
  isShared: get('shared') === 'only',
})

export const defaultSort: TaskSort = 'due'

/** The time of a due filter as ISO strings. Empty where it has no bound. */
export const dueRange = ({ due, ...days }: DayRange & Pick<TaskFilters, 'due'>, now: Date) => {
  if (due === 'range') return toTimeRange(days)
  const week = weekOf(now)
  const ranges: Partial<Record<DueFilter | '', [Date, Date?]>> = {
    today: [midnight(now), midnight(now, 1)],
    week: [week.start, week.end],
    later: [week.end],
  }
  const [first, last] = ranges[due] ?? []
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
  ...(filters.isShared && { shared: 'only' as const }),
})

/** What partners have done, or who they are: then the part of each partner is a row of its own. */
const asksAboutParts = ({ state, due, of, group }: TaskFilters) =>
  (state !== 'open' && state !== 'all' && state !== 'completed') ||
  due === 'overdue' ||
  of !== '' ||
  group !== ''

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
  shared: null,
}

export type TasksView = AddressView & {
  filters: TaskFilters
  /** How many filters narrow the list, beside the search. */
  narrowedBy: number
  isNarrowed: boolean
  sort: TaskSort
  isBoard: boolean
  /** Each row is the part of one partner; else a task for several partners is one row. */
  listsParts: boolean
  query: ReturnType<typeof queryOf>
}

/** The state of the list of tasks, which is in the address. */
export const useTasksView = (now: number): TasksView => {
  const view = useAddressView()
  const filters = readFilters(view.get)
  const narrowing = ['state', 'due', 'owner', 'type', 'group', 'for', 'shared']
  const narrowedBy = narrowing.filter((name) => view.get(name) !== '').length
  return {
    ...view,
    filters,
    narrowedBy,
    isNarrowed: narrowedBy > 0 || filters.search !== '',
    sort: oneOf(taskSorts, view.get('sort')) ?? defaultSort,
    isBoard: view.get('view') === 'board',
    listsParts: asksAboutParts(filters),
    query: queryOf(filters, new Date(now)),
  }
}
