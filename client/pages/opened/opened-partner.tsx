import { PartnerDetails } from '#client/features/partners/details/partner-details.tsx'
import { ViewAsPartner } from '#client/features/session/impersonation.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

type OpenedPartnerProps = { me: CurrentUser; partnerId: string; open: boolean; onClose: () => void }

/** All about a partner, for staff. */
export default function OpenedPartner(props: OpenedPartnerProps) {
  return <PartnerDetails {...props} actions={(partner) => <ViewAsPartner partner={partner} />} />
}
