import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { choiceFilter, searchFilter } from '#client/ui/list-filters.tsx'
import {
  type PartnerSort,
  type PartnerSortColumn,
  partnerSorts,
  partnerStates,
  type SignedFilter,
  signedFilters,
} from '#contract/partners/partner-filters.ts'

const signedLabels: Record<SignedFilter, string> = {
  nda: 'NDA signed',
  no_nda: 'NDA not signed',
  only_nda: 'Only NDA signed',
  none: 'None signed',
  behind: 'Signed an earlier text',
  to_sign: 'Waiting to be signed',
}

/** The labels of each order: ascending, then descending. */
const sortLabels: Record<PartnerSortColumn, [string, string]> = {
  created: ['Oldest first', 'Newest first'],
  name: ['By name', 'By name, Z to A'],
  business: ['By business', 'By business, Z to A'],
  state: ['By state', 'By state, Z to A'],
  group: ['By group', 'By group, Z to A'],
  manager: ['By manager', 'By manager, Z to A'],
  status: ['By status', 'By status, approved first'],
  agreements: ['Fewest signed', 'Most signed'],
  tasks: ['Fewest open tasks', 'Most open tasks'],
  invited: ['Never or first invited', 'Last invited'],
  seen: ['Least recently seen', 'Recently seen'],
  contact: ['Longest since contact', 'Latest contact'],
}
const sortLabel = (sort: PartnerSort) =>
  sortLabels[sort.replace('-', '') as PartnerSortColumn][sort.startsWith('-') ? 1 : 0]

/** The filters of the list of partners. */
export const partnerFilters = {
  search: searchFilter('Search partners', 'Search by name, business or email...'),
  status: choiceFilter({
    label: 'Status',
    none: 'All statuses',
    options: partnerStates.map((status) => [
      status,
      status === 'onboarding' ? 'In onboarding' : onboardingLabel(status).label,
    ]),
    className: '@4xl:w-40',
  }),
  signed: choiceFilter({
    label: 'Agreements',
    none: 'All agreements',
    options: signedFilters.map((signed) => [signed, signedLabels[signed]]),
    className: '@4xl:w-40',
  }),
}

/** The order of the list; the newest partners come first unless the address says otherwise. */
export const partnerOrder = choiceFilter({
  label: 'Order',
  options: partnerSorts.map((sort) => [sort, sortLabel(sort)]),
  fallback: '-created' satisfies PartnerSort,
  className: '@4xl:ml-auto @4xl:w-44',
})
