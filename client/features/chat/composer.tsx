import { Paperclip, SendHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { acceptedEndings } from '#client/domain/files/chosen-file.ts'
import { IconButton } from '#client/ui/button.tsx'
import type { Attachments } from './attachments.tsx'
import { MessageField, useDraftText } from './message-field.tsx'

/** The props of a picker that inserts texts into the field. */
export interface PickerProps {
  isDisabled: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  /** Replaces the selection of the field by a text, and selects a part of it. */
  onInsert: (text: string, selected?: { from: number; to: number }) => void
  /** Called when the picker is closed without a choice. */
  onCancel: () => void
}

export interface ComposerProps {
  fieldRef: RefObject<HTMLTextAreaElement | null>
  /** The name of the draft, for one user and one conversation. */
  draftName: string
  /** Whether the chat is connected. Without a connection, messages wait and no files can be attached. */
  isConnected: boolean
  attachments: Attachments
  /** Sends the message, which is empty if only files are sent. */
  onSend: (message: string) => void
  /** Called at each keystroke, with false once the field is empty. */
  onTyping: (typing: boolean) => void
  /** Renders a picker of texts, which a slash in the empty field opens. */
  tools?: (picker: PickerProps) => ReactNode
}

/** The field in which messages are written, with its buttons. */
export function Composer(props: ComposerProps) {
  const { fieldRef, draftName, isConnected, attachments, onSend, onTyping, tools } = props
  const [typed, setTyped] = useDraftText(draftName)
  const [isPicking, setPicking] = useState(false)
  const message = typed.trim()
  const canSend = !attachments.isBusy && (message !== '' || attachments.hasReady)

  const changeText = (text: string) => {
    setTyped(text)
    onTyping(text.trim() !== '')
  }

  const send = () => {
    if (!canSend) return
    onSend(message)
    setTyped('')
    // The Send button that was pressed is disabled now, so it cannot keep the focus.
    fieldRef.current?.focus()
  }

  const handleText = (text: string) => {
    if (tools && text === '/' && typed === '' && !isPicking) return setPicking(true)
    // These characters were typed after the slash but before the picker took the focus.
    if (isPicking) setPicking(false)
    changeText(isPicking && typed === '' && text !== '/' ? `/${text}` : text)
  }

  const insert: PickerProps['onInsert'] = (text, { from, to } = { from: text.length, to: text.length }) => {
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
        <AttachButton disabled={!isConnected} onFiles={attachments.add} />
        {tools?.({
          isDisabled: !isConnected,
          isOpen: isPicking,
          onOpenChange: setPicking,
          onInsert: insert,
          onCancel: () => fieldRef.current?.focus(),
        })}
      </span>
      <MessageField
        ref={fieldRef}
        aria-label="Message"
        placeholder="Type your message..."
        text={typed}
        onText={handleText}
        onBlur={() => onTyping(false)}
        onPasteFiles={attachments.add}
        sendKey="enter"
        onSend={send}
      />
      <IconButton icon={SendHorizontal} label="Send" variant="primary" disabled={!canSend} onClick={send} />
    </div>
  )
}

function AttachButton({ disabled, onFiles }: { disabled: boolean; onFiles: (files: File[]) => void }) {
  const inputRef = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton
        icon={Paperclip}
        label="Attach a file"
        disabled={disabled}
        onClick={() => inputRef.current?.click()}
      />
      <input
        ref={inputRef}
        type="file"
        multiple
        hidden
        accept={acceptedEndings}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          // Without this, a removed file could not be chosen again.
          target.value = ''
          onFiles(files)
        }}
      />
    </>
  )
}
