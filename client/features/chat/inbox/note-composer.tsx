import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { call } from '#client/lib/api.ts'
import { clearDraft, useDraft } from '#client/lib/draft.ts'
import { Button } from '#client/ui/button.tsx'
import { addNote } from '#contract/chat/notes.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { addNote as keepNote } from '../conversation-reads.ts'
import { MessageField } from '../message-field.tsx'
import { newClientId } from '../messages.ts'

type NoteComposerProps = { user: CurrentUser; conversationId: string; onSaved: () => void }

const nothingTyped = { note: '' }
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus()

/** Where a note is written. It is kept until it is saved, and saved once however often that is tried. */
export function NoteComposer({ user, conversationId, onSaved }: NoteComposerProps) {
  const draft = `note:${user.id}:${conversationId}`
  const { initial, store } = useDraft(draft, nothingTyped)
  const [typed, setTyped] = useState(initial.note)
  const clientId = useRef(newClientId())
  const client = useQueryClient()
  const note = typed.trim()

  const saving = useMutation({
    mutationFn: (text: string) =>
      call(addNote, { params: { conversationId }, body: { note: text, clientId: clientId.current } }),
    onSuccess: (added) => {
      keepNote(client, added)
      clearDraft(draft)
      onSaved()
    },
  })

  const save = () => {
    if (note && !saving.isPending) saving.mutate(note)
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
          ref={takeFocus}
          label="Note to the team"
          placeholder="Write a note to the team..."
          value={typed}
          onChange={(text) => {
            // Another text is another note: the first may have been saved, only the answer was lost.
            if (text.trim() !== note) clientId.current = newClientId()
            setTyped(text)
            store({ note: text })
          }}
          readOnly={saving.isPending}
          // Enter begins a line here: who goes on typing after it must not find themselves in an answer.
          sentBy="ctrl-enter"
          onSend={save}
        />
        <Button type="submit" pending={saving.isPending} disabled={!note}>
          Add note
        </Button>
      </div>
      {saving.isError && (
        <p role="alert" className="mt-1.5 font-medium text-13 text-danger">
          The note could not be saved. What you have written stays here.
        </p>
      )}
    </form>
  )
}
