import { type FormEvent, useEffect, useRef, useState } from 'react'
import { CodeInput } from '#client/domain/code-input.tsx'
import { NewCodeButton } from '#client/domain/new-code-button.tsx'
import { call } from '#client/lib/api.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { codeMinutes } from '#contract/sign-in-code.ts'
import { redeem } from './steps.ts'

type CodeFormProps = {
  email: string
  returnTo: string | undefined
  /** Whether this is the demo, which shows its emails on a separate page. */
  demoMail: boolean
  onOtherEmail: () => void
}

export const CodeForm = ({ email, returnTo, demoMail, onOtherEmail }: CodeFormProps) => {
  const input = useRef<HTMLInputElement>(null)
  const { pending, error, clearError, attempt } = useAttempt()
  const [notice, setNotice] = useState('')
  const [round, setRound] = useState(0)

  // This form replaces the email form, whose field had the focus.
  useEffect(() => input.current?.focus(), [])

  const handleAttempt = async (name: 'redeem' | 'resend', work: () => Promise<void>) => {
    setNotice('')
    if (await attempt(name, work)) return
    input.current?.focus()
    input.current?.select()
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    return handleAttempt('redeem', () => redeem({ code: input.current?.value ?? '' }))
  }

  const handleResend = () =>
    handleAttempt('resend', async () => {
      await call('POST /api/sign-in/code', { body: { email, returnTo } })
      setNotice('Check your email again. Only the newest code works.')
      setRound((before) => before + 1)
      if (input.current) input.current.value = ''
      input.current?.focus()
    })

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div>
        <h1 className="text-20">Enter the code</h1>
        <p className="mt-1 text-muted">
          If <strong className="break-words font-medium text-ink">{email}</strong>
          {` has been invited, an email with a code and a link is on its way. They work for ${codeMinutes} minutes, in this browser.`}
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
        <CodeInput ref={input} onChange={clearError} />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={pending === 'redeem'}>
        Sign in
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <NewCodeButton round={round} pending={pending === 'resend'} onSend={handleResend} />
        <Button variant="quiet" onClick={onOtherEmail} className="-mr-3.5">
          Use another email
        </Button>
      </div>
      <p role="status" className="text-13 text-muted empty:hidden">
        {notice}
      </p>
    </form>
  )
}
