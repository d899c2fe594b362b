import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { currentUserPath } from '#client/domain/current-user.ts'
import { canUsePasskeys, passkeyProblem } from '#client/lib/webauthn.ts'
import { Alert } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { RecoveryCodeForm } from '../recovery-codes/recovery-code-form.tsx'
import { confirmWithPasskey } from './confirm-with-passkey.ts'

/** For staff who signed in without their passkey: they change passkeys only once they have used one, or a recovery code. */
export function ProveFirst() {
  const client = useQueryClient()
  const [isByCode, setByCode] = useState(false)
  const partRef = useRef<HTMLDivElement>(null)
  const handleProven = async () => {
    const dialog = partRef.current?.closest<HTMLElement>('[role=dialog]')
    await client.invalidateQueries({ queryKey: [currentUserPath] })
    // The button or field with the focus is removed.
    dialog?.focus()
  }
  const confirming = useMutation({ mutationFn: confirmWithPasskey, onSuccess: handleProven })
  return (
    <div ref={partRef} className="grid grid-cols-1 gap-3">
      <Alert tone="info" title="Confirm that it's you to make changes">
        <p>You signed in without your passkey.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          {canUsePasskeys() && (
            <Button size="small" pending={confirming.isPending} onClick={() => confirming.mutate()}>
              Use your passkey
            </Button>
          )}
          {!isByCode && (
            <Button size="small" variant="quiet" onClick={() => setByCode(true)}>
              Use a recovery code
            </Button>
          )}
        </div>
      </Alert>
      {confirming.error && <Alert title="Not confirmed">{passkeyProblem(confirming.error)}</Alert>}
      {isByCode && <RecoveryCodeForm onProven={handleProven} />}
    </div>
  )
}
