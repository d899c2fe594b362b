import { useIsStaff } from '#client/domain/current-user.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { PasskeysSection } from './passkeys/passkeys-section.tsx'
import { PersonalData } from './personal-data/personal-data.tsx'
import { RecoveryCodesSection } from './recovery-codes/recovery-codes-section.tsx'
import { Sessions } from './sessions/sessions.tsx'

/** The user's own account: how they sign in, and where they are signed in. */
export default function AccountDialog({ user }: { user: CurrentUser }) {
  const dialog = useAddressDialog('account')
  const isStaff = useIsStaff()
  return (
    <Dialog
      open={dialog.value !== null}
      onOpenChange={(open) => !open && dialog.close()}
      title="Account and security"
      size="wide"
      isReadOnly
    >
      {user.viewing ? (
        <Alert tone="info" title="You are viewing the portal as a partner">
          Stop viewing to see your own account.
        </Alert>
      ) : (
        <div className="grid gap-8">
          <PasskeysSection />
          {isStaff && <RecoveryCodesSection />}
          <Sessions />
          <PersonalData />
        </div>
      )}
    </Dialog>
  )
}
