import { type AddressView, useAddressView } from '#client/lib/address-view.ts'
import { type DayRange, toTimeRange } from '#client/lib/day-range.ts'
import { FilterBar } from '#client/ui/filter-bar.tsx'
import { Choice, Days } from '#client/ui/filter-choices.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { limits } from '#contract/fields.ts'
import {
  type EmailStatus,
  emailStatuses,
  emailStatusLabels,
  emailTypeLabels,
} from '#contract/partners/record.ts'

type EmailStatusFilter = EmailStatus | 'undelivered'

const statusFilters: [EmailStatusFilter, string][] = [
  ['undelivered', 'Not delivered'],
  ...emailStatuses.map((status) => [status, emailStatusLabels[status]] as [EmailStatus, string]),
]

/** The filters of the list of emails in the address, without invalid values. */
export type EmailsView = AddressView &
  DayRange & {
    search: string
    status: EmailStatusFilter | ''
    type: string
    /** The query of the request. */
    query: Record<string, string>
    isFiltered: boolean
  }

export const noFilters = { search: null, status: null, type: null, from: null, until: null }

export const useEmailsView = (): EmailsView => {
  const view = useAddressView()
  const [from, until] = [view.get('from'), view.get('until')]
  const filters = {
    search: view.get('search').slice(0, limits.name),
    status: statusFilters.find(([status]) => status === view.get('status'))?.[0] ?? ('' as const),
    type: view.get('type') in emailTypeLabels ? view.get('type') : '',
  }
  const entries = Object.entries({ ...filters, ...toTimeRange({ from, until }) }).filter(([, value]) => value)
  return {
    ...view,
    ...filters,
    from,
    until,
    query: Object.fromEntries(entries),
    isFiltered: entries.length > 0,
  }
}

const types = Object.entries(emailTypeLabels).sort(([, one], [, other]) => one.localeCompare(other, 'en'))

export function EmailFilters({ view }: { view: EmailsView }) {
  return (
    <FilterBar
      active={[view.status, view.type, view.from, view.until].filter(Boolean).length}
      size="many"
      search={
        <SearchField
          label="Search emails by address or subject"
          placeholder="Address or subject"
          maxLength={limits.name}
          value={view.search}
          onSearch={(search) => view.change({ search }, { replace: true })}
        />
      }
    >
      <Choice
        view={view}
        name="status"
        label="Status"
        value={view.status}
        none="All statuses"
        options={statusFilters}
      />
      <Choice
        view={view}
        name="type"
        label="Type"
        value={view.type}
        none="All types"
        options={types}
        className="@4xl:w-40"
      />
      <Days view={view} range={view} labels={['From', 'Until']} />
    </FilterBar>
  )
}
