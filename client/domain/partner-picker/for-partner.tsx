import type { RowPartner } from '../rows/rows.ts'
import { partnerLabel } from './partner-label.ts'

/** In the head of a dialog: for whom what is made there is. */
export function ForPartner({ partner }: { partner: RowPartner }) {
  return (
    <span className="wrap-anywhere line-clamp-2" title={partnerLabel(partner)}>
      For {partnerLabel(partner)}
    </span>
  )
}
