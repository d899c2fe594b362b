import { groupFilter } from '#client/domain/group-filter.ts'
import { staffFilter } from '#client/domain/staff-filter.ts'
import { toTimeRange } from '#client/lib/day-range.ts'
import type { ListDays } from '#client/lib/list-view.ts'
import { choiceFilter, orderFilter, type ShownFilter, searchFilter } from '#client/ui/list-filters.tsx'
import {
  type ActivationSort,
  activationSorts,
  activationStageLabels,
  activationStages,
  activationTimes,
} from '#contract/activation-stages.ts'
import { isId } from '#contract/ids.ts'

// These fields share the line below the bar.
const wide = 'w-full'

const isTime = (time: string) => activationTimes.some((each) => each === time)

/** A filter by an id, which only links set. The table says that it is on. */
const idFilter = (sentAs: string): ShownFilter => ({
  read: (text) => (isId(text) ? text : ''),
  isUncounted: true,
  sentAs,
})

/** The filters of the table, which shows the coming activations by default. */
export const activationFilters = {
  search: searchFilter('Search activations', 'Search activations...'),
  time: choiceFilter(
    {
      label: 'Time',
      options: [
        ['coming', 'Coming up'],
        ['past', 'Past'],
        ['all', 'Any time'],
        ['between', 'Between…'],
      ],
      fallback: 'coming',
      clears: { from: null, until: null },
      className: '@4xl:w-36',
    },
    { isSent: isTime },
  ),
  stage: choiceFilter({
    label: 'Stage',
    none: 'Any stage',
    options: activationStages.map((stage) => [stage, activationStageLabels[stage]]),
    className: '@4xl:w-36',
  }),
  group: {
    ...groupFilter({ label: 'Partner group', none: 'All groups', className: wide }),
    isMore: true,
  },
  manager: staffFilter({
    label: 'Partner manager',
    none: 'Any manager',
    nobody: 'No manager',
    className: wide,
    isMore: true,
  }),
  for: idFilter('partnerId'),
  event: idFilter('definitionId'),
}

export const activationDays: ListDays = {
  labels: ['From', 'Until'],
  ofFilters: {
    isShown: ({ time }) => time === 'between',
    timeRange: (range, { time }) => (time === 'between' ? toTimeRange(range) : {}),
  },
}

const order = orderFilter({
  sorts: activationSorts.toSorted(
    (one, other) => Number(other.endsWith('date')) - Number(one.endsWith('date')),
  ),
  labels: {
    date: ['Earliest first', 'Latest first'],
    created: ['Oldest first', 'Newest first'],
    name: ['By name', 'By name, Z to A'],
    partner: ['By partner', 'By partner, Z to A'],
  },
  className: wide,
})

const defaultOrder = (time: string): ActivationSort => (time === 'past' ? '-date' : 'date')

/** The order of the list: the next activation first or, of past ones, the latest. */
export const activationOrder: ShownFilter = {
  ...order,
  read: (text, readValue) => order.read(text, readValue) || defaultOrder(readValue('time')),
}
