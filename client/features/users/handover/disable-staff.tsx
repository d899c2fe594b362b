import type { FormEvent } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { DialogOpening } from '#client/ui/dialog-host.tsx'
import { SubmitFooter } from '#client/ui/form-dialog.tsx'
import type { AdminUser } from '#contract/users/users.ts'
import { useToggleAccess } from '../mutations.ts'
import { HandoverChoice } from './handover-choice.tsx'
import { later, useHandover } from './use-handover.ts'

/** Disables a member of staff, and in the same step hands over what they are responsible for. */
export function DisableStaff({ user, ...opening }: DialogOpening & { user: AdminUser }) {
  const { mutateAsync: disable, isPending } = useToggleAccess(user)
  const handover = useHandover(user.id)

  const handleSubmit = async (event: FormEvent) => {
    event.preventDefault()
    try {
      await disable()
      await handover.run()
    } catch {
      // The toast says what failed, and the dialog stays for another attempt.
      return
    }
    opening.onOpenChange(false)
  }

  return (
    <Dialog {...opening} isGuarded title={`Disable ${personName(user)}?`}>
      <form onSubmit={handleSubmit} className="grid grid-cols-1 gap-5">
        <p className="text-muted">
          They are signed out immediately and can't sign in until an admin enables them. What they wrote and
          signed is kept.
        </p>
        <HandoverChoice handover={handover} none={later} endsTokens />
        <SubmitFooter isPending={isPending || handover.isPending} label="Disable" tone="danger" />
      </form>
    </Dialog>
  )
}
