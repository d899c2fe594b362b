import type { ClipboardEvent, Ref } from 'react'
import { TextInput } from '#client/ui/field.tsx'
import { findCode, formatCode } from '#contract/sign-in-code.ts'

/** An input for an emailed code, which may be typed or pasted in any form. */
export const CodeInput = ({ ref, onChange }: { ref: Ref<HTMLInputElement>; onChange: () => void }) => {
  /** Finds the code in the pasted text, since users also paste blanks or words from the email. */
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const code = findCode(event.clipboardData.getData('text'))
    if (!code) return
    event.preventDefault()
    event.currentTarget.value = formatCode(code)
    onChange()
  }

  return (
    <TextInput
      ref={ref}
      name="code"
      inputMode="text"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      maxLength={20}
      className="uppercase tabular-nums tracking-[0.2em]"
      onChange={onChange}
      onPaste={handlePaste}
    />
  )
}
