import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#client/lib/api.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { codeMinutes, requestCode } from '#contract/sign-in.ts'
import { redeem, useAttempt } from './steps.ts'

type CodeFormProps = {
  email: string
  returnTo: string | undefined
  /** The demo shows its mail on a page of its own. */
  demoMail: boolean
  onOtherEmail: () => void
}

export const CodeForm = ({ email, returnTo, demoMail, onOtherEmail }: CodeFormProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { pending, error, clearError, attempt } = useAttempt()
  const [notice, setNotice] = useState('')

  // The form takes the place of another one, whose field had the focus.
  useEffect(() => input.current?.focus(), [])

  const handleAttempt = async (name: 'redeem' | 'resend', work: () => Promise<void>) => {
    setNotice('')
    if (await attempt(name, work)) return
    input.current?.focus()
    input.current?.select()
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // People paste codes with the spaces and dashes of the mail.
    const code = (input.current?.value ?? '').replace(/\D/g, '')
    return handleAttempt('redeem', () => redeem({ code }))
  }

  const handleResend = () =>
    handleAttempt('resend', async () => {
      await call(requestCode, { body: { email, returnTo } })
      setNotice('We sent a new code. The previous one no longer works.')
      if (input.current) input.current.value = ''
      input.current?.focus()
    })

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div>
        <h1 className="text-20">Enter the code</h1>
        <p className="mt-1 text-muted">
          If <strong className="break-words font-medium text-ink">{email}</strong> has been invited, an email
          with a six-digit code is on its way. It works for {codeMinutes} minutes, in this browser.
        </p>
        {demoMail && (
          <p className="mt-2">
            <a href="/demo/mail" target="_blank" rel="noreferrer" className="text-link">
              See the demo mailbox
            </a>
          </p>
        )}
      </div>
      <Field label="Code" error={error}>
        <TextInput
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          className="tabular-nums tracking-[0.2em]"
          onChange={clearError}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={pending === 'redeem'}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button variant="quiet" onClick={handleResend} pending={pending === 'resend'}>
          Send a new code
        </Button>
        <Button variant="quiet" onClick={onOtherEmail}>
          Use another email
        </Button>
      </div>
      <p role="status" className="text-13 text-muted empty:hidden">
        {notice}
      </p>
    </form>
  )
}
