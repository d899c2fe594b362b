import { onboardingLabel } from '#client/domain/onboarding-label.ts'
import type { AddressView } from '#client/lib/address-view.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import type { PartnerSort } from '#contract/partners/partners.ts'
import { partnerSorts } from '#contract/partners/partners.ts'
import { onboardingStatuses } from '#contract/partners/profile.ts'
import type { PartnerFilter } from './partner-filter.ts'

const sortLabels: Record<PartnerSort, string> = {
  newest: 'Newest first',
  oldest: 'Oldest first',
  name: 'By name',
  business: 'By business',
}

type ListControlsProps = { view: AddressView; filter: PartnerFilter }

/** The filters and the order of the list, which are in the address. */
export function ListControls({ view, filter }: ListControlsProps) {
  return (
    <div className="flex flex-wrap gap-2 border-line border-b px-4 py-3 sm:px-5">
      <SearchField
        label="Search partners"
        placeholder="Search by name, business or email..."
        maxLength={limits.name}
        value={filter.search}
        onSearch={(search) => view.change({ search }, { replace: true })}
        className="w-full sm:w-80"
      />
      <Select
        aria-label="Status"
        value={filter.status}
        onChange={({ target }) => view.change({ status: target.value })}
        className="w-40 max-sm:flex-1"
      >
        <option value="">All statuses</option>
        {onboardingStatuses.map((status) => (
          <option key={status} value={status}>
            {onboardingLabel(status).label}
          </option>
        ))}
      </Select>
      <Select
        aria-label="Order"
        value={filter.sort}
        onChange={({ target }) => view.change({ sort: target.value === 'newest' ? null : target.value })}
        className="w-40 max-sm:flex-1 sm:ml-auto"
      >
        {partnerSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortLabels[sort]}
          </option>
        ))}
      </Select>
    </div>
  )
}
