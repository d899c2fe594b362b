import { type FormEvent, useRef, useState } from 'react'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { Button } from '#client/ui/button.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import { MessageField } from '../message-field.tsx'
import { newClientId } from '../messages.ts'
import { useAddNote } from './mutations.ts'

type NoteComposerProps = { user: CurrentUser; conversationId: string; onSaved: () => void }

const emptyDraft = { note: '' }
const focusField = (field: HTMLTextAreaElement | null) => field?.focus()

/** The field of an internal note. A draft survives a reload. */
export function NoteComposer({ user, conversationId, onSaved }: NoteComposerProps) {
  const draftName = `note:${user.id}:${conversationId}`
  const { initial, store } = useDraft(draftName, emptyDraft)
  const [typed, setTyped] = useState(initial.note)
  const clientIdRef = useRef(newClientId())
  const adding = useAddNote(conversationId)
  const note = typed.trim()

  const save = () => {
    if (!note || adding.isPending) return
    const handleSaved = () => {
      clearDraft(draftName)
      onSaved()
    }
    adding.mutate({ note, clientId: clientIdRef.current }, { onSuccess: handleSaved })
  }

  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        save()
      }}
      className="p-3"
    >
      <div className="flex items-end gap-2">
        <MessageField
          ref={focusField}
          label="Note to the team"
          placeholder="Write a note to the team..."
          value={typed}
          onChange={(text) => {
            // A changed text is another note: the former may have been stored without an answer.
            if (text.trim() !== note) clientIdRef.current = newClientId()
            setTyped(text)
            store({ note: text })
          }}
          readOnly={adding.isPending}
          // Enter begins a new line: typing on after it must not continue in the field of a reply.
          sendKey="ctrl-enter"
          onSend={save}
        />
        <Button type="submit" pending={adding.isPending} disabled={!note}>
          Add note
        </Button>
      </div>
    </form>
  )
}
