import { type KeyboardEvent, useId, useState } from 'react'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { PickerRow } from '#client/ui/picker-row.tsx'
import { TextInput } from '#client/ui/text-input.tsx'
import type { SavedReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/fields.ts'
import { useSavedReplies } from './queries.ts'

type ReplySearchProps = {
  onPick: (reply: SavedReply) => void
  /** A second slash was typed: the first was meant as text. */
  onSlash: () => void
  /** Backspace was pressed in the empty field. */
  onCancel: () => void
  onManage: () => void
}

const searchDelayMs = 150
const maxPreviewLength = 90

/** Searches saved replies; arrow keys and Enter choose one. */
export function ReplySearch({ onPick, onSlash, onCancel, onManage }: ReplySearchProps) {
  const listId = useId()
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), searchDelayMs)
  const { list, rows = [], total } = useSavedReplies(search)
  const [focusedIndex, setFocusedIndex] = useState(0)
  const active = Math.min(focusedIndex, rows.length - 1)
  const isCurrent = search === typed.trim() && !list.isPlaceholderData && !list.isPending
  const optionId = (index: number) => `${listId}-${index}`

  const moveTo = (index: number) => {
    setFocusedIndex(index)
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
      // The list may still be that of an earlier search.
      if (reply && isCurrent) onPick(reply)
    } else if (key === 'Backspace' && typed === '') {
      event.preventDefault()
      onCancel()
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
            setFocusedIndex(0)
          }}
          onKeyDown={handleKeyDown}
        />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Saved replies"
        aria-busy={!isCurrent}
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
            ? 'The saved replies could not be loaded.'
            : !isCurrent
              ? 'Loading...'
              : rows.length === 0
                ? typed
                  ? 'No matching replies'
                  : 'No saved replies yet'
                : total > rows.length && `${total - rows.length} more. Type to search.`}
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
  return line.length > maxPreviewLength ? `${line.slice(0, maxPreviewLength)}...` : line
}
