import { staffFilter } from '#client/domain/staff-filter.ts'
import { choiceFilter, orderFilter, type ShownFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { isId } from '#contract/ids.ts'
import {
  agreementSides,
  obligationKindLabels,
  obligationKinds,
  obligationSorts,
  obligationStates,
  obligationStatusLabels,
} from '#contract/obligations/kinds.ts'

const sideLabels = { company: 'Owed by company', partner: 'Owed by partner' }
const stateLabels = { ...obligationStatusLabels, late: 'Late' }
const anyState = 'all'
// These fields share the line below the bar.
const wide = 'w-full'

/** The filters of the table, which shows what is open by default. */
export const owedFilters = {
  search: searchFilter('Search by partner', 'Search by partner...'),
  state: choiceFilter(
    {
      label: 'State',
      options: [...obligationStates.map((state) => [state, stateLabels[state]] as const), [anyState, 'All']],
      fallback: 'open',
      className: '@4xl:w-32',
    },
    { isSent: (state) => state !== anyState },
  ),
  side: choiceFilter(
    {
      label: 'Side',
      none: 'Both sides',
      options: agreementSides.map((side) => [side, sideLabels[side]]),
      className: '@4xl:w-44',
    },
    { sentAs: 'owedBy' },
  ),
  kind: choiceFilter({
    label: 'Kind',
    none: 'All kinds',
    options: obligationKinds.map((kind) => [kind, obligationKindLabels[kind]]),
    className: '@4xl:w-44',
  }),
  manager: staffFilter({
    label: 'Partner manager',
    none: 'Any manager',
    nobody: 'No manager',
    className: wide,
    isMore: true,
  }),
  for: { read: (text: string) => (isId(text) ? text : ''), sentAs: 'partnerId', chip: 'One partner' },
} satisfies Record<string, ShownFilter>

/** The order of the list, chosen here on a phone, which shows no headings. */
export const owedOrder = orderFilter({
  sorts: obligationSorts,
  labels: {
    due: ['Due first', 'Due last'],
    amount: ['Smallest amount', 'Largest amount'],
    partner: ['By partner', 'By partner, Z to A'],
  },
  fallback: 'due',
  className: 'md:hidden',
})
