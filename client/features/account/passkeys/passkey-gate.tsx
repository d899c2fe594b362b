import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { canUsePasskeys, passkeyProblem, whyNoPasskeys } from '#client/lib/webauthn.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { useCreateRecoveryCodes } from '../recovery-codes/mutations.ts'
import { NewCodes } from '../recovery-codes/new-codes.tsx'
import { RecoveryCodeForm } from '../recovery-codes/recovery-code-form.tsx'
import { confirmWithPasskey } from './confirm-with-passkey.ts'
import { useAddPasskey } from './mutations.ts'

type ProvenBy = 'passkey' | 'recovery-code'

/** The screen for staff who have a passkey: they use it, or a recovery code, before they continue. */
export function ProveGate({ onProven }: { onProven: (by: ProvenBy) => unknown }) {
  const [isByCode, setByCode] = useState(false)
  const confirming = useMutation({ mutationFn: confirmWithPasskey, onSuccess: () => onProven('passkey') })

  if (isByCode) {
    return (
      <>
        <div>
          <h1 className="text-20">Use a recovery code</h1>
          <p className="mt-1 text-muted">Enter one of the codes you saved. Each works once.</p>
        </div>
        <RecoveryCodeForm onProven={() => onProven('recovery-code')} />
        <Button variant="quiet" onClick={() => setByCode(false)}>
          Use your passkey instead
        </Button>
        <p className="text-13 text-muted">
          No passkey and no codes? Ask an admin to reset your passkeys. You can then set up a new one.
        </p>
      </>
    )
  }
  return (
    <>
      <div>
        <h1 className="text-20">Use your passkey</h1>
        <p className="mt-1 text-muted">Staff confirm each sign-in with a passkey.</p>
      </div>
      {!canUsePasskeys() && (
        <Alert tone="info" title="Passkeys can't be used here">
          {whyNoPasskeys()}
        </Alert>
      )}
      {confirming.error && <Alert title="Not confirmed">{passkeyProblem(confirming.error)}</Alert>}
      {canUsePasskeys() && (
        <Button
          variant="primary"
          size="large"
          pending={confirming.isPending}
          onClick={() => confirming.mutate()}
        >
          Use your passkey
        </Button>
      )}
      <Button variant="quiet" onClick={() => setByCode(true)}>
        Use a recovery code
      </Button>
    </>
  )
}

type SetUpGateProps = { onBegin: () => void; onDone: () => unknown }

/** The screen for staff without a passkey: they set one up, save their recovery codes, and continue. */
export function SetUpGate({ onBegin, onDone }: SetUpGateProps) {
  const [codes, setCodes] = useState<string[]>()
  const creating = useCreateRecoveryCodes(setCodes)
  // If creating the recovery codes fails, the user continues: codes can be created in the account at any time.
  const adding = useAddPasskey(() => creating.mutate(undefined, { onError: () => onDone() }))

  if (codes) {
    return (
      <>
        <div>
          <h1 className="text-20">Save your recovery codes</h1>
          <p className="mt-1 text-muted">
            Your passkey is set up. If you ever lose it, sign in again without it and enter a code. Each works
            once. They won't be shown again.
          </p>
        </div>
        <NewCodes codes={codes} />
        <Button variant="primary" size="large" onClick={onDone}>
          I've saved them
        </Button>
      </>
    )
  }
  return (
    <>
      <div>
        <h1 className="text-20">Set up a passkey</h1>
        <p className="mt-1 text-muted">
          Staff sign in with a passkey: your fingerprint, face or screen lock, on this device or your phone.
          It takes a moment.
        </p>
      </div>
      {!canUsePasskeys() && (
        <Alert tone="info" title="Passkeys can't be set up here">
          {whyNoPasskeys()}
        </Alert>
      )}
      {adding.error && <Alert title="Passkey not added">{passkeyProblem(adding.error)}</Alert>}
      {canUsePasskeys() && (
        <Button
          variant="primary"
          size="large"
          pending={adding.isPending || creating.isPending}
          onClick={() => {
            onBegin()
            adding.mutate()
          }}
        >
          Set up a passkey
        </Button>
      )}
    </>
  )
}
