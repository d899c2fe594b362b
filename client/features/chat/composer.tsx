import Paperclip from 'lucide-react/icons/paperclip'
import SendHorizontal from 'lucide-react/icons/send-horizontal'
import { type ReactNode, type RefObject, useRef } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings } from '#client/domain/files/chosen-file.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { Attachments } from './attachments.tsx'
import { MessageField, useDraftText } from './message-field.tsx'

/** Replaces the selection by a text, and selects a part of it. */
export type InsertText = (text: string, selected?: { from: number; to: number }) => void

export interface ComposerProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** The name of the draft, for one user and one conversation. */
  draftName: string
  /** Whether messages can be sent now. */
  isReady: boolean
  attachments: Attachments
  /** The message is empty when only files are sent. */
  onSend: (message: string) => void
  /** At each keystroke, with false once the field is empty. */
  onTyping: (typing: boolean) => void
  /** Buttons before the field. */
  tools?: (insert: InsertText) => ReactNode
  /** Called instead of typing a slash into the empty field. */
  onSlash?: () => void
}

/** The field of a message. */
export function Composer(props: ComposerProps) {
  const { fieldRef, draftName, isReady, attachments, onSend, onTyping, tools, onSlash } = props
  const [typed, setTyped] = useDraftText(draftName)
  const message = typed.trim()
  const canSend = isReady && !attachments.isBusy && (message !== '' || attachments.hasReady)

  const changeText = (text: string) => {
    setTyped(text)
    onTyping(text.trim() !== '')
  }

  const send = () => {
    if (!canSend) return
    onSend(message)
    setTyped('')
  }

  const insert: InsertText = (text, { from, to } = { from: text.length, to: text.length }) => {
    const field = fieldRef.current
    if (!field) return
    const { selectionStart: start, selectionEnd: end } = field
    flushSync(() => changeText(typed.slice(0, start) + text + typed.slice(end)))
    field.focus()
    field.setSelectionRange(start + from, start + to)
  }

  return (
    <div className="flex items-end gap-2 py-3 pr-3 pl-2">
      <span className="flex shrink-0">
        <AttachButton disabled={!isReady} onFiles={attachments.add} />
        {tools?.(insert)}
      </span>
      <MessageField
        ref={fieldRef}
        aria-label="Message"
        placeholder="Type your message..."
        disabled={!isReady}
        text={typed}
        onText={(text) => (onSlash && text === '/' && typed === '' ? onSlash() : changeText(text))}
        onBlur={() => onTyping(false)}
        onPasteFiles={attachments.add}
        sendKey="enter"
        onSend={send}
      />
      <IconButton label="Send" variant="primary" disabled={!canSend} onClick={send}>
        <SendHorizontal aria-hidden className="size-4" />
      </IconButton>
    </div>
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
        accept={acceptedEndings.join(',')}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Lets the same file be chosen again after it was removed.
          target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
