import Lock from 'lucide-react/icons/lock'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#client/ui/class-names.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { Composer, type ComposerProps } from '../composer.tsx'
import type { OpenedConversation } from '../queries.ts'
import { NoteComposer } from './note-composer.tsx'
import { ReplyPicker } from './saved-replies/reply-picker.tsx'

type StaffComposerProps = {
  user: CurrentUser
  conversation: OpenedConversation
  composer: ComposerProps
}

/** Replies and internal notes have fields of their own, so that neither is sent as the other. After a note, it is a reply again. */
export function StaffComposer({ user, conversation, composer }: StaffComposerProps) {
  const { fieldRef } = composer
  const [mode, setMode] = useState<'Reply' | 'Note'>('Reply')
  const [isPicking, setPicking] = useState(false)
  const noteButtonRef = useRef<HTMLButtonElement>(null)
  const isNote = mode === 'Note'

  const chooseMode = (next: typeof mode) => {
    flushSync(() => setMode(next))
    if (next === 'Reply') fieldRef.current?.focus()
  }

  const handleNoteSaved = () => {
    flushSync(() => setMode('Reply'))
    // Not the reply field, where text meant for the team could be typed on.
    noteButtonRef.current?.focus()
  }

  return (
    <div className={classNames('border-t', isNote ? 'border-caution bg-caution-soft' : 'border-line')}>
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
        <NoteComposer
          draftName={`note:${user.id}:${conversation.id}`}
          conversationId={conversation.id}
          onSaved={handleNoteSaved}
        />
      ) : (
        <Composer
          {...composer}
          onSlash={() => setPicking(true)}
          tools={(insert) => (
            <ReplyPicker
              user={user}
              conversation={conversation}
              isDisabled={!composer.isReady}
              isOpen={isPicking}
              onOpenChange={setPicking}
              onInsert={insert}
              onCancel={() => fieldRef.current?.focus()}
            />
          )}
        />
      )}
    </div>
  )
}
