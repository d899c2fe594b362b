import type { FormEvent } from 'react'
import { call } from '#client/lib/api.ts'
import { useAttempt } from '#client/lib/use-attempt.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'
import { email as emailSchema } from '#contract/fields.ts'

const schema = emailSchema('Valid email is required')

type EmailFormProps = { returnTo: string | undefined; onAsked: (email: string) => void }

export const EmailForm = ({ returnTo, onAsked }: EmailFormProps) => {
  const { pending, error, showError, clearError, attempt } = useAttempt()

  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const input = event.currentTarget.elements.namedItem('email') as HTMLInputElement
    const checked = schema.safeParse(input.value)
    if (!checked.success) {
      showError(checked.error.issues[0]?.message)
      return input.focus()
    }
    await attempt('request', async () => {
      await call('POST /api/sign-in/code', { body: { email: checked.data, returnTo } })
      onAsked(checked.data)
    })
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
      <div>
        <h1 className="text-20">Sign in</h1>
        <p className="mt-1 text-muted">
          Enter the email address you were invited with. We'll send you a code.
        </p>
      </div>
      <Field label="Email" error={error}>
        <TextInput
          type="email"
          name="email"
          autoComplete="username webauthn"
          inputMode="email"
          autoCapitalize="none"
          spellCheck={false}
          onChange={clearError}
        />
      </Field>
      <Button type="submit" variant="primary" size="large" pending={pending !== undefined}>
        Email me a code
      </Button>
    </form>
  )
}
