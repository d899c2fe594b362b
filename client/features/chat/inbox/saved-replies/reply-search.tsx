import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, useState } from 'react'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { PickerRow } from '#client/ui/combobox.tsx'
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
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), pauseMs)
  const { list, rows = [], total } = useSavedReplies(search)
  const isSettled = search === typed.trim() && !list.isPlaceholderData && !list.isPending

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Backspace' && typed === '') {
      event.preventDefault()
      onLeave()
    } else if (key === '/' && typed === '') {
      event.preventDefault()
      onSlash()
    }
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={rows}
      filter={null}
      autoHighlight="always"
      value={typed}
      onValueChange={(text, { reason }) => {
        if (reason === 'input-change') setTyped(text)
      }}
    >
      <div className="p-2">
        <Autocomplete.Input
          aria-label="Search saved replies"
          placeholder="Search saved replies"
          maxLength={limits.name}
          onKeyDown={handleKeyDown}
          render={<TextInput />}
        />
      </div>
      <Autocomplete.List
        aria-label="Saved replies"
        aria-busy={!isSettled}
        className="max-h-60 min-h-0 overflow-y-auto overscroll-contain"
      >
        {(reply: SavedReply) => (
          <PickerRow
            key={reply.id}
            option={{ id: reply.id, label: reply.title, detail: previewOf(reply) }}
            value={reply}
            // Until the list is that of what was typed, nobody knows what they would choose.
            onClick={() => isSettled && onPick(reply)}
          />
        )}
      </Autocomplete.List>
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
    </Autocomplete.Root>
  )
}

const previewOf = ({ text }: SavedReply) => {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > longestPreview ? `${line.slice(0, longestPreview)}...` : line
}
