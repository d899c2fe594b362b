import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import type { AddressView } from '#client/lib/address-view.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice } from '#client/ui/filter-choices.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import { type PartnerSort, partnerSorts } from '#contract/partners/partners.ts'
import { type OnboardingStatus, onboardingStatuses } from '#contract/partners/profile.ts'

/** Which partners are listed, and in which order. */
export type PartnerFilter = {
  search: string
  /** Empty for all. */
  status: OnboardingStatus | ''
  sort: PartnerSort
}

/** Reads the filter from the address and ignores unknown values. */
export const readPartnerFilter = (get: (name: string) => string): PartnerFilter => ({
  search: get('search').slice(0, limits.name),
  status: onboardingStatuses.find((status) => status === get('status')) ?? '',
  sort: partnerSorts.find((sort) => sort === get('sort')) ?? 'newest',
})

/** The query of the request. */
export const sentFilter = ({ search, status, sort }: PartnerFilter) => ({
  search,
  sort,
  ...(status && { status }),
})

export const isNarrowed = ({ search, status }: PartnerFilter) => search !== '' || status !== ''

const sortLabels: Record<PartnerSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  business: 'By business',
}

type PartnerFiltersProps = { view: AddressView; filter: PartnerFilter }

/** The filters and the order of the list, which are in the address. */
export function PartnerFilters({ view, filter }: PartnerFiltersProps) {
  return (
    <FilterBar
      active={filter.status ? 1 : 0}
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
        options={onboardingStatuses.map((status) => [status, onboardingLabel(status).label])}
        className="@2xl:w-40"
      />
      <Choice
        view={view}
        name="sort"
        label="Order"
        value={filter.sort}
        options={partnerSorts.map((sort) => [sort, sortLabels[sort]])}
        className="@2xl:ml-auto @2xl:w-40"
      />
    </FilterBar>
  )
}
