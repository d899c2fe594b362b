import type { ReactNode } from 'react'
import type { AddressView } from '#client/lib/address-view.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SearchField } from '#client/ui/search-field.tsx'
import { Select } from '#client/ui/select.tsx'
import { limits } from '#contract/fields.ts'
import { filterLabels, type InboxView } from './inbox-view.ts'

type InboxControlsProps = { address: AddressView; view: InboxView; actions: ReactNode }

/** Which conversations are listed, and in which order; all of it stands in the address. */
export function InboxControls({ address, view, actions }: InboxControlsProps) {
  return (
    <div className="grid grid-cols-1 gap-2 border-line border-b p-3">
      <SearchField
        label="Search conversations"
        placeholder="Search names and messages"
        maxLength={limits.name}
        value={view.search}
        onSearch={(search) => address.change({ search }, { replace: true })}
      />
      <div className="flex gap-2">
        <Select
          aria-label="Show"
          value={view.filter}
          onChange={({ target }) => address.change({ show: target.value === 'open' ? null : target.value })}
          className="min-w-0 flex-1"
        >
          {Object.entries(filterLabels).map(([filter, label]) => (
            <option key={filter} value={filter}>
              {label}
            </option>
          ))}
        </Select>
        {actions}
      </div>
      <Checkbox
        label={<span className="text-13">Unread first</span>}
        checked={view.order === 'unread'}
        onChange={({ target }) => address.change({ order: target.checked ? 'unread' : null })}
      />
    </div>
  )
}
