import { lazy, Suspense } from 'react'
import { useActivationDialog, useAgreementDialog, usePartnerDialog } from '#client/domain/opened.ts'
import { useLastValue } from '#client/lib/use-last-value.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff } from '#contract/users/roles.ts'

const OpenedPartner = lazy(async () => {
  const [opened] = await Promise.all([
    import('./opened/opened-partner.tsx'),
    import('#client/lib/zod-without-eval.ts'),
  ])
  return opened
})

const OpenedAgreement = lazy(async () => {
  const [opened] = await Promise.all([
    import('./opened/opened-agreement.tsx'),
    import('#client/lib/zod-without-eval.ts'),
  ])
  return opened
})

const OpenedActivation = lazy(async () => {
  const [opened] = await Promise.all([
    import('./opened/opened-activation.tsx'),
    import('#client/lib/zod-without-eval.ts'),
  ])
  return opened
})

/** What the query of the address opens on top of any signed-in screen. Each is loaded when it is first opened. */
export function Opened({ user }: { user: CurrentUser }) {
  const partner = usePartnerDialog()
  const partnerId = useLastValue(partner.value)
  const agreement = useAgreementDialog()
  const agreementId = useLastValue(agreement.value)
  const activation = useActivationDialog()
  const activationId = useLastValue(activation.value)
  return (
    <Suspense>
      {activationId && (
        <OpenedActivation
          key={activationId}
          activationId={activationId}
          isStaff={isStaff(user.role)}
          open={activation.value !== null}
          onClose={activation.close}
        />
      )}
      {partnerId && isStaff(user.role) && (
        <OpenedPartner
          key={partnerId}
          me={user}
          partnerId={partnerId}
          open={partner.value !== null}
          onClose={partner.close}
        />
      )}
      {agreementId && (
        <OpenedAgreement
          key={agreementId}
          me={user}
          documentId={agreementId}
          open={agreement.value !== null}
          onClose={agreement.close}
        />
      )}
    </Suspense>
  )
}
