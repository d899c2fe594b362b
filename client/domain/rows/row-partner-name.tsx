import type { RowPartner } from './rows.ts'

/** Whose row it is, after its other details, where rows of several partners stand together. */
export function RowPartnerName({ partner }: { partner: RowPartner | undefined }) {
  if (!partner) return null
  return (
    <>
      {' · '}
      <span title={`${partner.fullName}, ${partner.businessName}`}>
        <span className="text-ink">{partner.fullName}</span>, {partner.businessName}
      </span>
    </>
  )
}
