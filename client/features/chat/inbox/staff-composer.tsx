import { Lock } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { call } from '#client/lib/api.ts'
import { newClientId } from '#client/lib/client-id.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { Composer, type ComposerProps } from '../composer.tsx'
import { MessageField, useDraftText } from '../message-field.tsx'

import type { OpenedConversation } from './queries.ts'
import { ReplyPicker } from './saved-replies/reply-picker.tsx'

type StaffComposerProps = {
  user: CurrentUser
  conversation: OpenedConversation
  composer: ComposerProps
}

/** The fields for a reply and for an internal note are separate, so that neither is sent as the other. After a note, a reply is next. */
export function StaffComposer({ user, conversation, composer }: StaffComposerProps) {
  const [mode, setMode] = useState<'Reply' | 'Note'>('Reply')
  const noteButtonRef = useRef<HTMLButtonElement>(null)
  const isNote = mode === 'Note'

  const chooseMode = (next: typeof mode) => {
    flushSync(() => setMode(next))
    if (next === 'Reply') composer.fieldRef.current?.focus()
  }

  const handleNoteSaved = () => {
    flushSync(() => setMode('Reply'))
    // The focus does not go to the field of a reply, where text that is meant for the team could be typed by mistake.
    noteButtonRef.current?.focus()
  }

  return (
    <footer className={classNames('border-t', isNote ? 'border-caution bg-caution-soft' : 'border-line')}>
      <div className="flex flex-wrap items-center gap-1 px-3 pt-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">Reply or note</legend>
          {(['Reply', 'Note'] as const).map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              ref={each === 'Note' ? noteButtonRef : undefined}
              onClick={() => chooseMode(each)}
              className={classNames(
                'min-h-7 rounded-control px-2.5 font-medium text-13 touch:min-h-11',
                mode === each ? 'bg-ink text-canvas' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {each}
            </button>
          ))}
        </fieldset>
        {isNote && (
          <p className="ml-auto flex items-center gap-1.5 font-medium text-12 text-caution">
            <Lock aria-hidden className="size-3.5" />
            Only the team sees this
          </p>
        )}
      </div>
      {isNote ? (
        <NoteComposer user={user} conversation={conversation} onSaved={handleNoteSaved} />
      ) : (
        <Composer
          {...composer}
          tools={(picker) => <ReplyPicker {...picker} user={user} conversation={conversation} />}
        />
      )}
    </footer>
  )
}

type NoteComposerProps = Omit<StaffComposerProps, 'composer'> & { onSaved: () => void }

const focusField = (field: HTMLTextAreaElement | null) => field?.focus()

/** The field in which internal notes are written. */
function NoteComposer({ user, conversation, onSaved }: NoteComposerProps) {
  const [typed, setTyped] = useDraftText(`note:${user.id}:${conversation.id}`)
  const clientIdRef = useRef(newClientId())
  const adding = useEndpointMutation(
    (body: { note: string; clientId: string }) =>
      call('POST /api/chat/conversations/:conversationId/notes', {
        params: { conversationId: conversation.id },
        body,
      }),
    {
      failure: 'The note could not be saved. Your text is still here.',
      invalidates: ['/api/chat/conversations'],
      awaitsReads: true,
    },
  )
  const note = typed.trim()

  const save = () => {
    if (!note || adding.isPending) return
    const onSuccess = () => {
      setTyped('')
      onSaved()
    }
    adding.mutate({ note, clientId: clientIdRef.current }, { onSuccess })
  }

  return (
    <div className="flex items-end gap-2 p-3">
      <MessageField
        ref={focusField}
        aria-label="Note to the team"
        placeholder="Write a note to the team..."
        text={typed}
        onText={(text) => {
          // A changed text gets a new id: the earlier one may have been stored, even if no response arrived.
          if (text.trim() !== note) clientIdRef.current = newClientId()
          setTyped(text)
        }}
        readOnly={adding.isPending}
        // Enter begins a new line. If it sent the note, the user could type on in the field of a reply.
        sendKey="ctrl-enter"
        onSend={save}
      />
      <Button pending={adding.isPending} disabled={!note} onClick={save}>
        Add note
      </Button>
    </div>
  )
}
