import { useRef } from 'react'
import { Button } from '#client/ui/button.tsx'
import { MessageField, useDraftText } from '../message-field.tsx'
import { newClientId } from '../messages.ts'
import { useAddNote } from './mutations.ts'

type NoteComposerProps = {
  /** The name of the draft, for one user and one conversation. */
  draftName: string
  conversationId: string
  onSaved: () => void
}

const focusField = (field: HTMLTextAreaElement | null) => field?.focus()

/** The field of an internal note. */
export function NoteComposer({ draftName, conversationId, onSaved }: NoteComposerProps) {
  const [typed, setTyped] = useDraftText(draftName)
  const clientIdRef = useRef(newClientId())
  const adding = useAddNote(conversationId)
  const note = typed.trim()

  const save = () => {
    if (!note || adding.isPending) return
    const handleSaved = () => {
      setTyped('')
      onSaved()
    }
    adding.mutate({ note, clientId: clientIdRef.current }, { onSuccess: handleSaved })
  }

  return (
    <div className="flex items-end gap-2 p-3">
      <MessageField
        ref={focusField}
        aria-label="Note to the team"
        placeholder="Write a note to the team..."
        text={typed}
        onText={(text) => {
          // A changed text is another note: the former may have been stored without an answer.
          if (text.trim() !== note) clientIdRef.current = newClientId()
          setTyped(text)
        }}
        readOnly={adding.isPending}
        // Enter begins a new line: typing on after it must not continue in the field of a reply.
        sendKey="ctrl-enter"
        onSend={save}
      />
      <Button pending={adding.isPending} disabled={!note} onClick={save}>
        Add note
      </Button>
    </div>
  )
}
