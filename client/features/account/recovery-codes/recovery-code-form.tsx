import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { call } from '#client/lib/api.ts'
import { passkeyProblem } from '#client/lib/webauthn.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { formatRecoveryCode, recoveryCodeLength } from '#contract/account/recovery-code-text.ts'
import { RecoveryCodeForm as Schema } from '#contract/account/recovery-codes.ts'

/** Uses a recovery code in place of a passkey. */
export function RecoveryCodeForm({ onProven }: { onProven: () => unknown }) {
  const inputRef = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const { mutate: redeem, isPending } = useMutation({
    mutationFn: (code: string) => call('POST /api/account/recovery-codes/redeem', { body: { code } }),
    onSuccess: () => onProven(),
    onError: (problem) => showError(passkeyProblem(problem)),
  })

  // The form takes the place of a button, which had the focus.
  useEffect(() => inputRef.current?.focus(), [])

  const showError = (message: string | undefined) => {
    setError(message)
    inputRef.current?.focus()
    inputRef.current?.select()
  }

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const checked = Schema.safeParse({ code: inputRef.current?.value ?? '' })
    if (checked.success) redeem(checked.data.code)
    else showError(checked.error.issues[0]?.message)
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <Field label="Recovery code" error={error}>
        <TextInput
          ref={inputRef}
          name="recovery-code"
          placeholder={formatRecoveryCode('X'.repeat(recoveryCodeLength))}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
          className="font-mono uppercase"
          onChange={() => setError(undefined)}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={isPending}>
        Continue
      </Button>
    </form>
  )
}
