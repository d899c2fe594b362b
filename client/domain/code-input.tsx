import type { ClipboardEvent, Ref } from 'react'
import { TextInput } from '#client/ui/field.tsx'
import { findCode, formatCode } from '#contract/sign-in.ts'

/** Takes an emailed code, however it is typed or pasted. */
export const CodeInput = ({ ref, onChange }: { ref: Ref<HTMLInputElement>; onChange: () => void }) => {
  /** People paste codes with the blanks or words beside them in the mail. */
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
