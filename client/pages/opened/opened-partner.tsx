import { PartnerDetails } from '#client/features/partners/details/partner-details.tsx'
import { ViewAsPartner } from '#client/features/session/impersonation.tsx'
import type { OpenedProps } from './opened-props.ts'

/** All about a partner, for staff. */
export default function OpenedPartner({ user, id, children, ...opening }: OpenedProps) {
  return (
    <>
      <PartnerDetails
        me={user}
        partnerId={id}
        {...opening}
        actions={(partner) => <ViewAsPartner partner={partner} />}
      />
      {children}
    </>
  )
}
