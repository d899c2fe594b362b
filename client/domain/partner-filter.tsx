import type { FilterFieldProps, ShownFilter } from '#client/ui/list-filters.tsx'
import { isId } from '#contract/ids.ts'
import { PartnerPicker } from './partner-picker.tsx'
import { usePartner } from './queries.ts'

/** A filter that limits a list to one partner. Its query parameter is not `partner`, because that opens the dialog of a partner. */
export const partnerFilter: ShownFilter = {
  read: (text) => (isId(text) ? text : ''),
  sentAs: 'partnerId',
  Field: PartnerFilter,
}

function PartnerFilter({ view, name, value }: FilterFieldProps) {
  const partner = usePartner(value || null)
  return (
    <div className="@4xl:w-40">
      <PartnerPicker
        offersAll
        value={value ? (partner.data ?? null) : null}
        placeholder={partner.isPending && value ? 'Loading...' : 'All Partners'}
        onChange={(next) => view.change({ [name]: next?.id ?? null })}
      />
    </div>
  )
}
