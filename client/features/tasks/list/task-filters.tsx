import { groupFilter } from '#client/domain/group-filter.ts'
import { partnerFilter } from '#client/domain/partner-filter.tsx'
import { staffFilter } from '#client/domain/staff-filter.ts'
import type { ListDays } from '#client/lib/list-view.ts'
import { choiceFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { type TaskSortColumn, taskSorts } from '#contract/task-sorts.ts'
import { taskStatuses, taskStatusLabels, taskTypeLabels, taskTypes } from '#contract/task-status.ts'
import { type DueFilter, dueFilters, dueRange } from './tasks-view.ts'

const dueLabels: Record<DueFilter, string> = {
  overdue: 'Overdue',
  today: 'Today',
  week: 'This week',
  later: 'Later',
  range: 'Between…',
}

// The filter is narrow, so that the search fits on the same line.
const narrow = '@4xl:w-30'
const wide = 'w-full'

/** The filters of the board. A filter by status is not among them, since the columns are the statuses. */
export const boardFilters = {
  search: searchFilter('Search tasks', 'Search tasks...'),
  due: choiceFilter(
    {
      label: 'Due date',
      none: 'Any date',
      options: dueFilters.map((due) => [due, dueLabels[due]]),
      clears: { from: null, until: null },
      className: narrow,
    },
    // The other choices are sent as the period that they mean.
    { isSent: (due) => due === 'overdue' },
  ),
  owner: staffFilter({ label: 'Owner', none: 'Any owner', nobody: 'No owner' }),
  type: choiceFilter(
    {
      label: 'Task type',
      none: 'All types',
      options: taskTypes.map((type) => [type, taskTypeLabels[type]]),
      className: narrow,
    },
    { sentAs: 'taskType' },
  ),
  manager: staffFilter({
    label: 'Partner manager',
    none: 'Any manager',
    nobody: 'No manager',
    className: wide,
    isMore: true,
  }),
  group: { ...groupFilter({ label: 'Partner group', none: 'All groups', className: wide }), isMore: true },
  for: partnerFilter,
}

const { search, ...others } = boardFilters

/** The filters of the list, which shows open tasks by default. */
export const taskFilters = {
  search,
  state: choiceFilter(
    {
      label: 'Status',
      options: [
        ['open', 'Open tasks'],
        ...taskStatuses.map((status) => [status, taskStatusLabels[status]] as const),
        ['review', 'To review'],
        ['all', 'All tasks'],
      ],
      fallback: 'open',
    },
    { isSent: (state) => state !== 'all' },
  ),
  ...others,
  /** `only` lists just the tasks for several partners, which is a view of its own. */
  shared: { read: (text: string) => (text === 'only' ? text : ''), isUncounted: true },
}

export const dueDays: ListDays = {
  labels: ['Due from', 'Due until'],
  ofFilters: {
    isShown: ({ due }) => due === 'range',
    timeRange: (range, { due = '' }) => dueRange({ ...range, due }, new Date()),
  },
}

const columnLabels: Record<TaskSortColumn, string> = {
  created: 'Created',
  due: 'Due date',
  name: 'Name',
  partner: 'Partner',
  type: 'Type',
  status: 'Status',
  owner: 'Owner',
}

/** The order of the list, chosen here on a phone, which shows no headings. */
export const taskOrder = choiceFilter({
  label: 'Order',
  options: taskSorts
    .toSorted((one, other) => Number(other === 'due') - Number(one === 'due'))
    .map((sort) => {
      const label = columnLabels[sort.replace('-', '') as TaskSortColumn]
      return [sort, sort.startsWith('-') ? `${label}, descending` : `By ${label.toLowerCase()}`]
    }),
  fallback: 'due',
  className: 'md:hidden',
})
