import { useQuery } from '@tanstack/react-query'
import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import { useGroupOptions } from '#client/domain/queries.ts'
import { staffFilter } from '#client/domain/staff-filter.ts'
import { readOf } from '#client/lib/query-client.ts'
import { choiceFilter, orderFilter, type ShownFilter, searchFilter } from '#client/ui/list-filters.tsx'
import { isId } from '#contract/ids.ts'
import { limits } from '#contract/limits.ts'
import {
  type AccessFilter,
  accessFilters,
  type PartnerTaskFilter,
  partnerSorts,
  partnerStates,
  partnerTaskFilters,
  quietDays,
  type SignedFilter,
  signedFilters,
} from '#contract/partners/partner-filters.ts'
import { states } from '#contract/partners/us-states.ts'

const signedLabels: Record<SignedFilter, string> = {
  nda: 'NDA signed',
  no_nda: 'NDA not signed',
  only_nda: 'Only NDA signed',
  none: 'None signed',
  behind: 'Signed an earlier text',
  to_sign: 'Waiting to be signed',
}

const accessLabels: Record<AccessFilter, string> = {
  never: 'Never invited',
  invited: 'Invited, never signed in',
  signed_in: 'Signed in',
}

const taskLabels: Record<PartnerTaskFilter, string> = {
  open: 'Open tasks',
  overdue: 'Overdue tasks',
  none: 'No open tasks',
}

const daysLabels = Object.fromEntries(quietDays.map((days) => [days, `Not for ${days} days`])) as Record<
  (typeof quietDays)[number],
  string
>

/** Returns the tags as the options of a select. */
const useTagOptions = () => {
  const { data = [] } = useQuery(readOf('/api/admin/partner-tags'))
  return data.map(({ id, name }) => [id, name] as const)
}

// These fields share the lines below the bar.
const wide = 'w-full'

/** A filter by one of a few known values that is used less often. */
const moreFilter = <Value extends string>(
  label: string,
  none: string,
  values: readonly Value[],
  labels: Record<Value, string>,
) =>
  choiceFilter(
    { label, none, options: values.map((value) => [value, labels[value]]), className: wide },
    { isMore: true },
  )

const stateLabels = { onboarding: 'In onboarding', stalled: 'Stalled' }

/** The filters of the list of partners. */
export const partnerFilters = {
  search: searchFilter('Search partners', 'Search by name, business or email...'),
  status: choiceFilter({
    label: 'Status',
    none: 'All statuses',
    options: partnerStates.map((status) => [
      status,
      status in stateLabels ? stateLabels[status as keyof typeof stateLabels] : onboardingLabel(status).label,
    ]),
    className: '@4xl:w-34',
  }),
  group: choiceFilter(
    { label: 'Group', none: 'All groups', useOptions: useGroupOptions, className: '@4xl:w-34' },
    { read: (text) => text.slice(0, limits.group) },
  ),
  manager: staffFilter({
    label: 'Manager',
    none: 'Any manager',
    nobody: 'No manager',
    className: '@4xl:w-38',
  }),
  access: moreFilter('Sign-in', 'Invited or not', accessFilters, accessLabels),
  signed: moreFilter('Agreements', 'All agreements', signedFilters, signedLabels),
  tasks: moreFilter('Tasks', 'Any tasks', partnerTaskFilters, taskLabels),
  tag: choiceFilter(
    { label: 'Tag', none: 'Any tag', useOptions: useTagOptions, other: 'A deleted tag', className: wide },
    { read: (text) => (isId(text) ? text : ''), isMore: true },
  ),
  state: moreFilter('State', 'All states', Object.keys(states) as (keyof typeof states)[], states),
  unseen: moreFilter('Last seen', 'Seen at any time', quietDays, daysLabels),
  quiet: moreFilter('Last contact', 'Contacted at any time', quietDays, daysLabels),
  /** The partners of one import. */
  added: {
    read: (text: string) => (Number.isNaN(Date.parse(text)) ? '' : text),
    chip: 'From one import',
  } satisfies ShownFilter,
}

/** The order of the list; the newest partners come first unless the address says otherwise. */
export const partnerOrder = orderFilter({
  sorts: partnerSorts,
  labels: {
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
  },
  fallback: '-created',
  className: wide,
})
