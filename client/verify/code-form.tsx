import { type FormEvent, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field, TextInput } from '#client/ui/field.tsx'

// Users may paste the whole address that is printed next to the code.
const codeIn = (typed: string) => /[?&]code=([^&#\s]+)/.exec(typed)?.[1] ?? typed

type CodeFormProps = {
  code: string
  error: string | undefined
  pending: boolean
  onChange: (typed: string) => void
  /** Starts the check; returns whether the text is a valid code. */
  onCheck: (typed: string) => boolean
}

/** The form that looks up an agreement by the code on its certificate page. */
export const CodeForm = ({ code, error, pending, onChange, onCheck }: CodeFormProps) => {
  const inputRef = useRef<HTMLInputElement>(null)

  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!onCheck(code)) inputRef.current?.focus()
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-3">
      <Field label="Code" hint="16 characters, on its certificate page" error={error}>
        <TextInput
          ref={inputRef}
          name="code"
          value={code}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          className="uppercase tabular-nums tracking-[0.1em]"
          onChange={({ target }) => onChange(codeIn(target.value))}
        />
      </Field>
      <Button type="submit" size="large" pending={pending} className="sm:self-start">
        Look up
      </Button>
    </form>
  )
}
