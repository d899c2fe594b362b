import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type FormEvent, type ReactNode, type RefObject, useState } from 'react'
import { flushSync } from 'react-dom'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { AttachButton } from './attach-button.tsx'
import { MessageField } from './message-field.tsx'
import type { Attachments } from './use-attachments.ts'

const nothingTyped = { message: '' }

/** What tools beside the field can do with it. */
export interface Writing {
  /** Puts a text where the caret is, in the place of what is selected, and selects a part of what was put there. */
  insert: (text: string, selected?: { from: number; to: number }) => void
}

interface ComposerProps {
  ref: RefObject<HTMLTextAreaElement | null>
  /** Whose draft it is, and for which conversation. */
  draft: string
  connected: boolean
  /** What goes with it. */
  attachments: Attachments
  /** Without a word when there is something attached. */
  onSend: (message: string) => void
  /** With each letter, and once nothing is typed any more. */
  onTyping: (typing: boolean) => void
  /** Before the field. */
  tools?: (writing: Writing) => ReactNode
  /** A slash was typed into the empty field: where it is taken for a command, it does not stay. */
  onSlash?: (() => void) | undefined
}

/** Where a message is written. What is typed is kept until it is sent. */
export function Composer(props: ComposerProps) {
  const { ref, draft, connected, attachments, onSend, onTyping, tools, onSlash } = props
  const { initial, store } = useDraft(draft, nothingTyped)
  const [typed, setTyped] = useState(initial.message)
  const message = typed.trim()
  const canSend = connected && !attachments.isBusy && (message !== '' || attachments.hasReady)

  const type = (text: string) => {
    setTyped(text)
    store({ message: text })
    onTyping(text.trim() !== '')
  }

  const send = () => {
    if (!canSend) return
    onSend(message)
    setTyped('')
    clearDraft(draft)
  }

  const insert: Writing['insert'] = (text, selected) => {
    const field = ref.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end } = field
    flushSync(() => type(typed.slice(0, start) + text + typed.slice(end)))
    const { from, to } = selected ?? { from: text.length, to: text.length }
    field.focus()
    field.setSelectionRange(start + from, start + to)
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
      className="flex items-end gap-2 py-3 pr-3 pl-2"
    >
      <span className="flex shrink-0">
        <AttachButton disabled={!connected} onFiles={attachments.add} />
        {tools?.({ insert })}
      </span>
      <MessageField
        ref={ref}
        label="Message"
        placeholder="Type your message..."
        disabled={!connected}
        value={typed}
        onChange={(text) => (onSlash && text === '/' && typed === '' ? onSlash() : type(text))}
        onBlur={() => onTyping(false)}
        onPaste={attachments.add}
        sentBy="enter"
        onSend={send}
      />
      <IconButton type="submit" label="Send" variant="primary" disabled={!canSend}>
        <SendHorizontal aria-hidden className="size-4" />
      </IconButton>
    </form>
  )
}
