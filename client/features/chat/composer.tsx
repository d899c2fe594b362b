import Paperclip from 'lucide-react/icons/paperclip'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type FormEvent, type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings } from '#client/domain/files/chosen-file.ts'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { Attachments } from './attachments.tsx'
import { MessageField } from './message-field.tsx'

const emptyDraft = { message: '' }

/** Replaces the selection by a text, and selects a part of it. */
export type InsertText = (text: string, selected?: { from: number; to: number }) => void

export interface ComposerProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** The name of the draft, for one user and one conversation. */
  draftName: string
  connected: boolean
  attachments: Attachments
  /** The message is empty when only files are sent. */
  onSend: (message: string) => void
  /** At each keystroke, with false once the field is empty. */
  onTyping: (typing: boolean) => void
  /** Buttons before the field. */
  tools?: (insert: InsertText) => ReactNode
  /** Called instead of typing a slash into the empty field. */
  onSlash?: (() => void) | undefined
}

/** The field of a message. A draft survives a reload. */
export function Composer(props: ComposerProps) {
  const { fieldRef, draftName, connected, attachments, onSend, onTyping, tools, onSlash } = props
  const { initial, store } = useDraft(draftName, emptyDraft)
  const [typed, setTyped] = useState(initial.message)
  const message = typed.trim()
  const canSend = connected && !attachments.isBusy && (message !== '' || attachments.hasReady)

  const changeText = (text: string) => {
    setTyped(text)
    store({ message: text })
    onTyping(text.trim() !== '')
  }

  const send = () => {
    if (!canSend) return
    onSend(message)
    setTyped('')
    clearDraft(draftName)
  }

  const insert: InsertText = (text, selected) => {
    const field = fieldRef.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end } = field
    flushSync(() => changeText(typed.slice(0, start) + text + typed.slice(end)))
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
        {tools?.(insert)}
      </span>
      <MessageField
        ref={fieldRef}
        label="Message"
        placeholder="Type your message..."
        disabled={!connected}
        value={typed}
        onChange={(text) => (onSlash && text === '/' && typed === '' ? onSlash() : changeText(text))}
        onBlur={() => onTyping(false)}
        onPaste={attachments.add}
        sendKey="enter"
        onSend={send}
      />
      <IconButton type="submit" label="Send" variant="primary" disabled={!canSend}>
        <SendHorizontal aria-hidden className="size-4" />
      </IconButton>
    </form>
  )
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Attach a file" disabled={disabled} onClick={() => inputRef.current?.click()}>
        <Paperclip aria-hidden className="size-4" />
      </IconButton>
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={acceptedEndings}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Lets the same file be chosen again after it was removed.
          target.value = ''
          if (files.length > 0) onFiles(files)
        }}
      />
    </>
  )
}
