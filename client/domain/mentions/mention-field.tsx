import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController } from 'react-hook-form'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { classNames } from '#client/ui/class-names.ts'
import { Field, TextArea } from '#client/ui/field.tsx'
import { matchesWords } from '#client/ui/matches-words.ts'
import { useTeam } from '../queries.ts'
import { begunMention, type Mentionable, mentionableOf } from './mention-text.ts'

const maxShown = 6

type MentionFieldProps = {
  name: string
  label: string
  maxLength: number
  hint?: string
  autoFocus?: boolean
}

/** A field of several lines in a form of staff. Typing @ offers the team; Ctrl or Cmd with Enter sends the form. */
export function MentionField({ name, label, maxLength, hint, autoFocus }: MentionFieldProps) {
  const { field, fieldState } = useController<Record<string, string>>({ name })
  const { data: team = [] } = useTeam()
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(0)
  const textRef = useRef<HTMLTextAreaElement>(null)
  const listId = useId()
  const found =
    typed === null
      ? []
      : mentionableOf(team)
          .filter((person) => matchesWords(person.name, typed))
          .slice(0, maxShown)
  const isOpen = found.length > 0

  const follow = ({ value, selectionStart }: HTMLTextAreaElement) => {
    setTyped(begunMention(value.slice(0, selectionStart)))
    setActive(0)
  }

  const choose = (person: Mentionable) => {
    const text = textRef.current
    if (!text) return
    const end = text.selectionStart
    const before = `${text.value.slice(0, text.value.lastIndexOf('@', end))}@${person.name} `
    flushSync(() => field.onChange(before + text.value.slice(end)))
    text.setSelectionRange(before.length, before.length)
    setTyped(null)
  }

  const handleKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (isOfInputMethod(event)) return
    const { key, ctrlKey, metaKey } = event
    if (key === 'Enter' && (ctrlKey || metaKey)) return event.currentTarget.form?.requestSubmit()
    const person = found[active]
    if (!person) return
    if (key === 'Enter' || key === 'Tab') choose(person)
    else if (key === 'Escape') setTyped(null)
    else if (key === 'ArrowDown') setActive((active + 1) % found.length)
    else if (key === 'ArrowUp') setActive((active + found.length - 1) % found.length)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <Field label={label} required hint={hint} error={fieldState.error?.message}>
      <div className="relative grid">
        <TextArea
          {...field}
          ref={(element) => {
            field.ref(element)
            textRef.current = element
          }}
          autoFocus={autoFocus}
          rows={2}
          maxLength={maxLength}
          aria-autocomplete="list"
          aria-controls={isOpen ? listId : undefined}
          aria-activedescendant={isOpen ? `${listId}-${active}` : undefined}
          onChange={(event) => {
            field.onChange(event)
            follow(event.target)
          }}
          onClick={(event) => follow(event.currentTarget)}
          onBlur={() => {
            field.onBlur()
            setTyped(null)
          }}
          onKeyDown={handleKeyDown}
        />
        {isOpen && (
          <div
            id={listId}
            role="listbox"
            aria-label="Team"
            className="absolute inset-x-0 top-full z-20 mt-1 max-w-80 overflow-clip rounded-card border border-line bg-raised p-1 shadow-float"
          >
            {found.map((person, index) => (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the text field, which keeps the focus
              <div
                key={person.id}
                id={`${listId}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => choose(person)}
                className={classNames(
                  'wrap-anywhere flex min-h-9 cursor-pointer items-center rounded-control px-2.5 touch:min-h-11',
                  index === active
                    ? 'bg-sunken outline-2 outline-accent -outline-offset-2'
                    : 'hover:bg-sunken',
                )}
              >
                {person.name}
              </div>
            ))}
          </div>
        )}
        <p role="status" className="sr-only">
          {isOpen && `${found.length} of the team. Choose with the arrow keys and Enter.`}
        </p>
      </div>
    </Field>
  )
}
