import { useState } from 'react'
import { ReasonDialog } from '#client/domain/lazy-dialogs.ts'
import { Button } from '#client/ui/button.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { useTakeBackStatus } from '../mutations.ts'

/** Has a partner confirm their profile again. */
export function TakeBackStatus({ partner }: { partner: AdminPartner }) {
  const [isOpen, setOpen] = useState(false)
  const { mutateAsync: takeBack, isPending } = useTakeBackStatus(partner.id)
  // Nobody could confirm it.
  const canTakeBack = partner.onboardingStatus !== 'profile' && !partner.user.disabledAt
  if (!canTakeBack && !isOpen) return null
  return (
    <>
      {canTakeBack && (
        <Button size="small" onClick={() => setOpen(true)}>
          Take back
        </Button>
      )}
      <ReasonDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={`Take back the status of ${partner.fullName}?`}
        submitLabel={isPending ? 'Taking back...' : 'Take back'}
        isPending={isPending}
        onSubmit={takeBack}
      >
        The partner has to confirm the profile again before the portal opens. Signed agreements stay signed.
      </ReasonDialog>
    </>
  )
}
