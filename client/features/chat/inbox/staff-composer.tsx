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

const modes = ['reply', 'note'] as const
type Mode = (typeof modes)[number]
const modeLabels: Record<Mode, string> = { reply: 'Reply', note: 'Note' }

/** Replies and internal notes have fields of their own, so that neither is sent as the other. After a note, it is a reply again. */
export function StaffComposer({ user, conversation, composer }: StaffComposerProps) {
  const [mode, setMode] = useState<Mode>('reply')
  const [isPicking, setPicking] = useState(false)
  const noteButtonRef = useRef<HTMLButtonElement>(null)

  const chooseMode = (next: Mode) => {
    flushSync(() => setMode(next))
    if (next === 'reply') composer.fieldRef.current?.focus()
  }

  const handleNoteSaved = () => {
    flushSync(() => setMode('reply'))
    // Not the reply field, where text meant for the team could be typed on.
    noteButtonRef.current?.focus()
  }

  return (
    <div
      className={classNames('border-t', mode === 'note' ? 'border-caution bg-caution-soft' : 'border-line')}
    >
      <div className="flex flex-wrap items-center gap-1 px-3 pt-2">
        <fieldset className="flex gap-1">
          <legend className="sr-only">What you write</legend>
          {modes.map((each) => (
            <button
              key={each}
              type="button"
              aria-pressed={mode === each}
              ref={each === 'note' ? noteButtonRef : undefined}
              onClick={() => chooseMode(each)}
              className={classNames(
                'min-h-7 rounded-control px-2.5 font-medium text-13 touch:min-h-11',
                mode === each ? 'bg-ink text-canvas' : 'text-muted hover:bg-sunken hover:text-ink',
              )}
            >
              {modeLabels[each]}
            </button>
          ))}
        </fieldset>
        {mode === 'note' && (
          <p className="ml-auto flex items-center gap-1.5 font-medium text-12 text-caution">
            <Lock aria-hidden className="size-3.5" />
            Only the team sees this
          </p>
        )}
      </div>
      {mode === 'note' ? (
        <NoteComposer user={user} conversationId={conversation.id} onSaved={handleNoteSaved} />
      ) : (
        <Composer
          {...composer}
          onSlash={() => setPicking(true)}
          tools={(insert) => (
            <ReplyPicker
              user={user}
              conversation={conversation}
              isDisabled={!composer.connected}
              isOpen={isPicking}
              onOpenChange={setPicking}
              onInsert={insert}
              onCancel={() => composer.fieldRef.current?.focus()}
            />
          )}
        />
      )}
    </div>
  )
}
