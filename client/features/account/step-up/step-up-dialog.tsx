import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CodeInput } from '#client/domain/code-input.tsx'
import { NewCodeButton } from '#client/domain/new-code-button.tsx'
import { call } from '#client/lib/api.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { canUsePasskeys } from '#client/lib/webauthn.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog, DialogClose, DialogFooter } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Skeleton } from '#client/ui/loading.tsx'
import { stepUpMinutes } from '#contract/limits.ts'
import { codeMinutes } from '#contract/sign-in-code.ts'
import { confirmWithPasskey } from '../passkeys/confirm-with-passkey.ts'

type StepUpDialogProps = {
  email: string
  onDone: (isConfirmed: boolean) => void
}

/** Asks for a fresh proof that the user is present: the passkey, or a code by email. */
export default function StepUpDialog({ email, onDone }: StepUpDialogProps) {
  const [usesCode, setUsesCode] = useState(!canUsePasskeys())
  const passkeys = useQuery({ ...readOf('/api/account/passkeys'), ...notInEventStream })
  const { pending, error, attempt } = useAttempt()
  // If the passkeys cannot be read, the user confirms with a code instead.
  const hasNone = passkeys.isError || passkeys.data?.length === 0
  return (
    <Dialog
      open
      isGuarded
      onOpenChange={(open) => !open && onDone(false)}
      title="Confirm that it's you"
      description={`This keeps your account safe. We won't ask again for ${stepUpMinutes} minutes.`}
    >
      {usesCode || hasNone ? (
        <CodeForm email={email} onDone={onDone} />
      ) : !passkeys.data ? (
        <Skeleton className="h-11" />
      ) : (
        <div className="grid gap-5">
          <Button
            variant="primary"
            size="large"
            pending={pending !== undefined}
            onClick={async () => (await attempt('passkey', confirmWithPasskey)) && onDone(true)}
          >
            Use your passkey
          </Button>
          {error && (
            <p role="alert" className="text-13 text-danger">
              {error}
            </p>
          )}
          <Button variant="quiet" onClick={() => setUsesCode(true)}>
            Email me a code instead
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function CodeForm({ email, onDone }: Pick<StepUpDialogProps, 'email' | 'onDone'>) {
  const inputRef = useRef<HTMLInputElement>(null)
  const { pending, error, clearError, attempt } = useAttempt()
  const [notice, setNotice] = useState('')
  const [isSent, setSent] = useState(false)
  const [round, setRound] = useState(0)
  const isDemo = useQuery(readOf('/api/sign-in')).data?.demo != null

  const focusCode = () => {
    inputRef.current?.focus()
    inputRef.current?.select()
  }

  const requestCode = async (renew: boolean) => {
    const isDone = await attempt(renew ? 'renew' : 'request', () =>
      call('POST /api/account/step-up/code', { body: { renew } }),
    )
    if (isDone) setSent(true)
    return isDone
  }

  // The server sends no other code while one is still valid, so opening the form again sends nothing.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the form opens
  useEffect(() => {
    void requestCode(false)
  }, [])

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setNotice('')
    const code = inputRef.current?.value ?? ''
    if (await attempt('confirm', () => call('POST /api/account/step-up', { body: { code } }))) onDone(true)
    else focusCode()
  }

  const handleRenew = async () => {
    setNotice('')
    if (await requestCode(true)) {
      setNotice('Check your email again. Only the newest code works.')
      setRound((before) => before + 1)
      if (inputRef.current) inputRef.current.value = ''
    }
    focusCode()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      <div className="grid gap-4">
        <p>
          {isSent ? 'We emailed a code to ' : 'Enter the code from the email to '}
          <strong className="wrap-anywhere font-medium">{email}</strong>
          {`. It works for ${codeMinutes} minutes.`}
        </p>
        <Field label="Code" error={error}>
          <CodeInput ref={inputRef} onChange={clearError} />
        </Field>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <NewCodeButton round={round} pending={pending === 'renew'} onSend={handleRenew} />
          {isDemo && (
            <a href="/demo/mail" target="_blank" rel="noreferrer" className="text-link text-13">
              See the demo mailbox
            </a>
          )}
          <p role="status" className="text-13 text-muted empty:hidden">
            {notice}
          </p>
        </div>
      </div>
      <DialogFooter>
        <DialogClose>
          <Button>Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" pending={pending === 'confirm'}>
          Confirm
        </Button>
      </DialogFooter>
    </form>
  )
}
