import type { KeyboardEvent, Ref } from 'react'
import { classNames } from '#client/ui/class-names.ts'
import { controlClassName } from '#client/ui/field.tsx'

// As many as the contract allows.
const longest = 4000

interface MessageFieldProps {
  ref: Ref<HTMLTextAreaElement>
  label: string
  placeholder: string
  disabled?: boolean
  value: string
  onChange: (text: string) => void
  onBlur?: () => void
  onPaste?: (files: File[]) => void
  readOnly?: boolean
  /** By Enter without Shift, or only by Enter with Ctrl or Cmd. */
  sentBy: 'enter' | 'ctrl-enter'
  onSend: () => void
}

/** Where something is written that the keyboard can send. It grows to six lines. */
export function MessageField(props: MessageFieldProps) {
  const { ref, label, value, onChange, onPaste, sentBy, onSend, ...field } = props

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey, nativeEvent } = event
    // Enter that ends the writing of a character, as in Japanese, sends nothing.
    if (key !== 'Enter' || shiftKey || nativeEvent.isComposing) return
    if (sentBy === 'ctrl-enter' && !ctrlKey && !metaKey) return
    event.preventDefault()
    onSend()
  }

  return (
    <textarea
      {...field}
      ref={ref}
      rows={1}
      aria-label={label}
      maxLength={longest}
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={handleKeyDown}
      onPaste={(event) => {
        // What is copied from a text program comes as a picture, too: it is meant as text.
        if (event.clipboardData.types.includes('text/plain')) return
        const files = [...event.clipboardData.files]
        if (!onPaste || files.length === 0) return
        event.preventDefault()
        onPaste(files)
      }}
      className={classNames(
        controlClassName,
        'field-sizing-content max-h-[calc(6lh+1rem+2px)] min-h-9 resize-none px-3 py-1.5 touch:min-h-11 touch:py-2',
      )}
    />
  )
}
