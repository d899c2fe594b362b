import { ReasonDialog } from '#client/domain/lazy-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { useTakeBackStatus } from '../mutations.ts'

/** Asks a partner to confirm their profile again. */
export function TakeBackStatus({ partner }: { partner: AdminPartner }) {
  const { mutateAsync: takeBack } = useTakeBackStatus(partner.id)
  // The profile is unconfirmed already, or the user is disabled and could not confirm it.
  if (partner.onboardingStatus === 'profile' || partner.user.disabledAt) return null

  const renderDialog = (opening: DialogOpening) => (
    <ReasonDialog
      {...opening}
      title={`Reset the onboarding status of ${partner.fullName}?`}
      submitLabel="Reset"
      pendingLabel="Resetting..."
      onSubmit={takeBack}
    >
      The partner has to confirm their profile again to use the portal. Signed agreements stay signed.
    </ReasonDialog>
  )
  return (
    <Button size="small" opens={renderDialog}>
      Reset
    </Button>
  )
}
