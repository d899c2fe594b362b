import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { useDraft } from '#client/lib/draft.ts'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { classNames } from '#client/ui/class-names.ts'
import { controlClassName } from '#client/ui/field.tsx'
import { limits } from '#contract/limits.ts'

const emptyDraft = { text: '' }

/** A typed text that survives a reload. */
export const useDraftText = (draftName: string) => {
  const { initial, store } = useDraft(draftName, emptyDraft)
  const [text, setText] = useState(initial.text)
  const changeText = (next: string) => {
    setText(next)
    store({ text: next })
  }
  return [text, changeText] as const
}

type MessageFieldProps = Omit<ComponentProps<'textarea'>, 'value' | 'onChange' | 'onPaste'> & {
  text: string
  onText: (text: string) => void
  onPasteFiles?: (files: File[]) => void
  /** The key that sends: Enter without Shift, or only Enter with Ctrl or Cmd. */
  sendKey: 'enter' | 'ctrl-enter'
  onSend: () => void
}

/** A text field that grows to six lines and sends by keyboard. */
export function MessageField(props: MessageFieldProps) {
  const { text, onText, onPasteFiles, sendKey, onSend, ...field } = props

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, ctrlKey, metaKey } = event
    if (key !== 'Enter' || shiftKey || isOfInputMethod(event)) return
    if (sendKey === 'ctrl-enter' && !ctrlKey && !metaKey) return
    event.preventDefault()
    onSend()
  }

  return (
    <textarea
      {...field}
      rows={1}
      maxLength={limits.message}
      value={text}
      onChange={({ target }) => onText(target.value)}
      onKeyDown={handleKeyDown}
      onPaste={(event) => {
        // Programs that copy text also put a picture of it on the clipboard.
        if (event.clipboardData.types.includes('text/plain')) return
        const files = [...event.clipboardData.files]
        if (!onPasteFiles || files.length === 0) return
        event.preventDefault()
        onPasteFiles(files)
      }}
      className={classNames(
        controlClassName,
        'field-sizing-content max-h-[calc(6lh+1rem+2px)] min-h-9 resize-none px-3 py-1.5 touch:min-h-11 touch:py-2',
      )}
    />
  )
}
