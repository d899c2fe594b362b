import { type KeyboardEvent, useId, useState } from 'react'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { PickerRow } from '#client/ui/picker-row.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { SavedReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useSavedReplies } from './read-replies.ts'

type ReplySearchProps = {
  onPick: (reply: SavedReply) => void
  /** A second slash: the first was meant as one. */
  onSlash: () => void
  /** What was typed is taken back. */
  onLeave: () => void
  onManage: () => void
}

const pauseMs = 150
const longestPreview = 90

/** Finds a saved reply as one types; arrows and Enter choose. */
export function ReplySearch({ onPick, onSlash, onLeave, onManage }: ReplySearchProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), pauseMs)
  const { list, rows = [], total } = useSavedReplies(search)
  const [reached, setReached] = useState(0)
  const active = Math.min(reached, rows.length - 1)
  const isSettled = search === typed.trim() && !list.isPlaceholderData && !list.isPending
  const optionId = (index: number) => `${listId}-${index}`

  const moveTo = (index: number) => {
    setReached(index)
    document.getElementById(optionId(index))?.scrollIntoView({ block: 'nearest' })
  }

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[key]
    if (step && rows.length > 0) {
      event.preventDefault()
      moveTo((active + step + rows.length) % rows.length)
    } else if (key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const reply = rows[active]
      // Before the list is that of what was typed, nobody knows what they would choose.
      if (reply && isSettled) onPick(reply)
    } else if (key === 'Backspace' && typed === '') {
      event.preventDefault()
      onLeave()
    } else if (key === '/' && typed === '') {
      event.preventDefault()
      onSlash()
    }
  }

  return (
    <>
      <div className="p-2">
        <TextInput
          role="combobox"
          aria-label="Search saved replies"
          aria-expanded
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={rows[active] ? optionId(active) : undefined}
          autoComplete="off"
          placeholder="Search saved replies"
          maxLength={limits.name}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value)
            setReached(0)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Saved replies"
        aria-busy={!isSettled}
        tabIndex={-1}
        className="max-h-60 min-h-0 overflow-y-auto overscroll-contain"
      >
        {rows.map((reply, index) => (
          <PickerRow
            key={reply.id}
            id={optionId(index)}
            option={{ id: reply.id, label: reply.title, detail: previewOf(reply) }}
            isActive={index === active}
            isChosen={false}
            onPick={() => onPick(reply)}
          />
        ))}
      </div>
      <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2">
        <p role="status" className="text-13 text-muted">
          {list.isError
            ? 'They could not be loaded.'
            : !isSettled
              ? 'Loading...'
              : rows.length === 0
                ? typed
                  ? 'No saved reply matches'
                  : 'No saved replies yet'
                : total > rows.length && `${total - rows.length} more: type to find them`}
        </p>
        {list.isError && (
          <Button size="small" onClick={() => list.refetch()}>
            Retry
          </Button>
        )}
        <Button size="small" onClick={onManage}>
          Manage
        </Button>
      </div>
    </>
  )
}

const previewOf = ({ text }: SavedReply) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > longestPreview ? `${line.slice(0, longestPreview)}...` : line
}
