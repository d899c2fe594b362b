import { Autocomplete } from '@base-ui/react/autocomplete'
import { type KeyboardEvent, useState } from 'react'
import { useDebouncedValue } from '#client/lib/use-debounced-value.ts'
import { Button } from '#client/ui/button.tsx'
import { ComboboxItem } from '#client/ui/combobox.tsx'
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

const delayMs = 150
const maxPreviewLength = 90

/** Searches saved replies; arrow keys and Enter choose one. */
export function ReplySearch({ onPick, onSlash, onCancel, onManage }: ReplySearchProps) {
  const [typed, setTyped] = useState('')
  const search = useDebouncedValue(typed.trim(), delayMs)
  const replies = useSavedReplies(search)
  const { rows, total } = replies.data ?? { rows: [], total: 0 }
  const isCurrent = search === typed.trim() && !replies.isPlaceholderData && !replies.isPending

  const handleKeyDown = (event: KeyboardEvent) => {
    const { key } = event
    if (key === 'Backspace' && typed === '') {
      event.preventDefault()
      onCancel()
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
        aria-busy={!isCurrent}
        className="max-h-60 min-h-0 overflow-y-auto overscroll-contain"
      >
        {(reply: SavedReply) => (
          <ComboboxItem
            key={reply.id}
            option={{ id: reply.id, label: reply.title, detail: previewOf(reply) }}
            value={reply}
            // A list of an earlier search could insert a reply that was not meant.
            onClick={() => isCurrent && onPick(reply)}
          />
        )}
      </Autocomplete.List>
      <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2">
        <p role="status" className="text-13 text-muted">
          {replies.isError
            ? 'The saved replies could not be loaded.'
            : !isCurrent
              ? 'Loading...'
              : rows.length === 0
                ? typed
                  ? 'No matching replies'
                  : 'No saved replies yet'
                : total > rows.length && `${total - rows.length} more. Type to search.`}
        </p>
        {replies.isError && (
          <Button size="small" onClick={() => replies.refetch()}>
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
  return line.length > maxPreviewLength ? `${line.slice(0, maxPreviewLength)}...` : line
}
