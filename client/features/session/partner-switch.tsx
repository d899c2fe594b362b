import { Check } from 'lucide-react'
import { useId, useState } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { SearchField } from '#client/ui/search-field.tsx'
import { partnerRoleLabels } from '#contract/partners/labels.ts'
import { addressFor } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'

// Fewer partners are seen at a glance.
const searchedFrom = 6

/**
 * The partners of a user who belongs to several, of which this tab shows one. Each is a link that loads the page for that partner, so it can
 * also be opened in a tab of its own.
 */
export function PartnerSwitch({ user: { partners, partnerId, viewing } }: { user: CurrentUser }) {
  const [search, setSearch] = useState('')
  const labelId = useId()
  if (partners.length < 2 || viewing) return null
  const found = partners.filter(({ businessName }) => matchesWords(businessName, search))
  return (
    <nav aria-labelledby={labelId} className="mt-1 border-line border-t pt-1">
      <p id={labelId} className="px-2.5 py-1 text-13 text-muted">
        Your partners
      </p>
      {partners.length >= searchedFrom && (
        <div className="px-1 pb-1">
          <SearchField label="Search partners" value={search} onSearch={setSearch} />
        </div>
      )}
      <ul className="max-h-64 overflow-y-auto">
        {found.map(({ id, businessName, role }) => (
          <li key={id}>
            <a
              href={addressFor(id)}
              aria-current={id === partnerId}
              className="flex min-h-9 items-center gap-2 rounded-control px-2.5 hover:bg-sunken focus-visible:-outline-offset-2 touch:min-h-11"
            >
              <span className="wrap-anywhere min-w-0 flex-1 py-1">{businessName}</span>
              {role === 'owner' && <Badge>{partnerRoleLabels.owner}</Badge>}
              <Check aria-hidden className={id === partnerId ? 'size-4 shrink-0 text-accent' : 'hidden'} />
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2.5 py-2 text-13 text-muted">No partner has this name.</p>}
    </nav>
  )
}

/** Returns the business for which this tab is; null for a user who belongs to one partner. */
export const chosenBusiness = ({ partners, partnerId }: CurrentUser) =>
  partners.length > 1 ? (partners.find(({ id }) => id === partnerId)?.businessName ?? null) : null
