import { useEffect } from 'react'
import { useLocation } from 'wouter'
import { LogoutButton } from '#client/domain/logout-button.tsx'
import { ProveGate, SetUpGate } from '#client/features/account/passkeys/passkey-gate.tsx'
import { CenteredPage } from '#client/ui/centered-page.tsx'
import type { CurrentUser } from '#contract/session/session.ts'

type PasskeyPageProps = {
  user: CurrentUser
  isRegistered: boolean
  /** Makes this page stay until `onDone`, even if the session has been confirmed with a passkey in the meantime. */
  onHold: () => void
  onDone: () => Promise<unknown>
}

/** A page in place of the portal, for staff who must use or set up a passkey first. */
export default function PasskeyPage({ user, isRegistered, onHold, onDone }: PasskeyPageProps) {
  const [, navigate] = useLocation()

  useEffect(() => {
    document.title = `${isRegistered ? 'Use your passkey' : 'Set up a passkey'} · Partner Portal`
  }, [isRegistered])

  return (
    <CenteredPage
      below={
        <div className="mt-4 flex flex-wrap items-center justify-center gap-x-2 text-13 text-muted">
          <span className="wrap-anywhere">{`Signed in as ${user.email}`}</span>
          <LogoutButton variant="quiet" size="small" hasIcon={false} />
        </div>
      }
    >
      {isRegistered ? (
        <ProveGate
          onProven={async (by) => {
            await onDone()
            // A user who has lost their passkey can add another one in the security settings.
            if (by === 'recovery-code') navigate('/?account=security')
          }}
        />
      ) : (
        <SetUpGate onBegin={onHold} onDone={onDone} />
      )}
    </CenteredPage>
  )
}
