import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import type { AddressView } from '#client/lib/address-view.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice } from '#client/ui/filter-choices.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import {
  type PartnerSort,
  type PartnerSortColumn,
  type PartnerState,
  partnerSorts,
  partnerStates,
  type SignedFilter,
  signedFilters,
} from '#contract/partners/partners.ts'

/** Which partners are listed, and in which order. Empty texts stand for all. */
export type PartnerFilter = {
  search: string
  status: PartnerState | ''
  signed: SignedFilter | ''
  sort: PartnerSort
}

export const defaultSort: PartnerSort = '-created'

/** Reads the filter from the address and ignores unknown values. */
export const readPartnerFilter = (get: (name: string) => string): PartnerFilter => ({
  search: get('search').slice(0, limits.name),
  status: partnerStates.find((status) => status === get('status')) ?? '',
  signed: signedFilters.find((signed) => signed === get('signed')) ?? '',
  sort: partnerSorts.find((sort) => sort === get('sort')) ?? defaultSort,
})

/** The query of the request. */
export const sentFilter = ({ search, status, signed, sort }: PartnerFilter) => ({
  search,
  sort,
  ...(status && { status }),
  ...(signed && { signed }),
})

/** The names in the address that narrow the list, with their empty values. */
export const noFilters = { search: null, status: null, signed: null }

export const isNarrowed = ({ search, status, signed }: PartnerFilter) => `${search}${status}${signed}` !== ''

const signedLabels: Record<SignedFilter, string> = {
  nda: 'NDA signed',
  no_nda: 'NDA not signed',
  only_nda: 'Only NDA signed',
}

/** In ascending and in descending order. */
const sortLabels: Record<PartnerSortColumn, [string, string]> = {
  created: ['Oldest first', 'Newest first'],
  name: ['By name', 'By name, Z to A'],
  business: ['By business', 'By business, Z to A'],
  group: ['By group', 'By group, Z to A'],
  status: ['By status', 'By status, approved first'],
  agreements: ['Fewest signed', 'Most signed'],
  tasks: ['Fewest open tasks', 'Most open tasks'],
  seen: ['Longest not seen', 'Seen last'],
  contact: ['Longest without contact', 'Last contact'],
}
const sortLabel = (sort: PartnerSort) =>
  sortLabels[sort.replace('-', '') as PartnerSortColumn][sort.startsWith('-') ? 1 : 0]

type PartnerFiltersProps = { view: AddressView; filter: PartnerFilter }

/** The filters and the order of the list, which are in the address. */
export function PartnerFilters({ view, filter }: PartnerFiltersProps) {
  return (
    <FilterBar
      size="many"
      active={[filter.status, filter.signed].filter(Boolean).length}
      search={
        <SearchField
          label="Search partners"
          placeholder="Search by name, business or email..."
          maxLength={limits.name}
          value={filter.search}
          onSearch={(search) => view.change({ search }, { replace: true })}
        />
      }
    >
      <Choice
        view={view}
        name="status"
        label="Status"
        value={filter.status}
        none="All statuses"
        options={partnerStates.map((status) => [
          status,
          status === 'onboarding' ? 'In onboarding' : onboardingLabel(status).label,
        ])}
        className="@4xl:w-40"
      />
      <Choice
        view={view}
        name="signed"
        label="Agreements"
        value={filter.signed}
        none="All agreements"
        options={signedFilters.map((signed) => [signed, signedLabels[signed]])}
        className="@4xl:w-40"
      />
      <Choice
        view={view}
        name="sort"
        label="Order"
        value={filter.sort}
        options={partnerSorts.map((sort) => [sort, sortLabel(sort)])}
        className="@4xl:ml-auto @4xl:w-44"
      />
    </FilterBar>
  )
}
