import { Autocomplete } from '@base-ui/react/autocomplete'
import { Popover } from '@base-ui/react/popover'
import { MessageSquareQuote } from 'lucide-react'
import { type ComponentProps, useRef, useState } from 'react'
import { isOfInputMethod } from '#client/lib/input-method.ts'
import { pageOf } from '#client/lib/query-client.ts'
import { toast } from '#client/lib/toast.ts'
import { useEarlyEnter } from '#client/lib/use-early-enter.ts'
import { useSearchResults } from '#client/lib/use-search-results.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { ComboboxItem } from '#client/ui/combobox.tsx'
import { TextInput } from '#client/ui/field.tsx'
import type { SavedReply } from '#contract/chat/saved-replies.ts'
import { limits } from '#contract/limits.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { PickerProps } from '../../composer.tsx'
import type { OpenedConversation } from '../queries.ts'
import { fillForPartner } from './fill-for-partner.ts'
import { SavedReplies } from './saved-replies.tsx'

type ReplyPickerProps = PickerProps & { user: CurrentUser; conversation: OpenedConversation }

/** Inserts a saved reply, filled in for the partner. */
export function ReplyPicker(props: ReplyPickerProps) {
  const { user, conversation, isDisabled, isOpen, onOpenChange, onInsert, onCancel } = props
  const [isManaging, setManaging] = useState(false)
  const containerRef = useRef<HTMLDivElement>(null)

  const insertReply = (reply: SavedReply) => {
    const { text, missing, selected } = fillForPartner(reply.text, conversation, user)
    onInsert(text, selected)
    if (missing.length === 0) return
    toast({
      title: 'Fill in the missing details',
      description: `Unknown for this partner: ${missing.map((name) => `{{${name}}}`).join(', ')}`,
    })
  }

  const closeThen = (action: () => void) => {
    onOpenChange(false)
    action()
  }

  return (
    <>
      <Popover.Root
        open={isOpen}
        onOpenChange={(open, { reason }) => {
          onOpenChange(open)
          if (reason === 'escape-key') onCancel()
        }}
      >
        <Popover.Trigger
          render={<IconButton icon={MessageSquareQuote} label="Saved replies" disabled={isDisabled} />}
        />
        <div ref={containerRef} className="contents" />
        <Popover.Portal container={containerRef}>
          <Popover.Positioner
            positionMethod="fixed"
            side="top"
            align="start"
            sideOffset={8}
            collisionPadding={8}
            className="z-50"
          >
            <Popover.Popup
              aria-label="Saved replies"
              finalFocus={false}
              className="flex w-96 max-w-[calc(100vw-1rem)] flex-col overflow-clip rounded-card border border-line bg-raised shadow-float data-open:animate-rise-in"
            >
              <ReplySearch
                onPick={(reply) => closeThen(() => insertReply(reply))}
                onSlash={() => closeThen(() => onInsert('/'))}
                onCancel={() => closeThen(onCancel)}
                onManage={() => closeThen(() => setManaging(true))}
              />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
      <SavedReplies open={isManaging} onOpenChange={setManaging} />
    </>
  )
}

type ReplySearchProps = {
  onPick: (reply: SavedReply) => void
  /** Called when a second slash is typed: the first one was meant as text. */
  onSlash: () => void
  /** Called when Backspace is pressed in the empty field. */
  onCancel: () => void
  onManage: () => void
}

const maxPreviewLength = 90
const pageSize = '50'

type InputProps = ComponentProps<typeof Autocomplete.Input>

/** Searches saved replies; arrow keys and Enter choose one. */
function ReplySearch({ onPick, onSlash, onCancel, onManage }: ReplySearchProps) {
  const [typed, setTyped] = useState('')
  const { rows, moreCount, isCurrent, onRetry } = useSearchResults(typed, (search) =>
    pageOf('/api/saved-replies', { query: { search, limit: pageSize } }),
  )

  const pickWhenFound = useEarlyEnter(typed, isCurrent, () => rows?.[0] && onPick(rows[0]))

  const handleKeyDown: InputProps['onKeyDown'] = (event) => {
    if (isOfInputMethod(event)) return event.preventBaseUIHandler()
    // The list may still show the results of an earlier search, so Enter waits for the current ones.
    if (event.key === 'Enter' && !isCurrent && !onRetry) pickWhenFound(event)
    const action = { Backspace: onCancel, '/': onSlash }[event.key]
    if (!action || typed !== '') return
    event.preventDefault()
    action()
  }

  const status = () => {
    if (onRetry) return 'The saved replies could not be loaded.'
    if (!isCurrent) return 'Loading...'
    if (rows?.length === 0) return typed ? 'No matching replies' : 'No saved replies yet'
    return moreCount > 0 && `${moreCount} more. Type to search.`
  }

  return (
    <Autocomplete.Root
      inline
      open
      mode="none"
      items={rows ?? []}
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
            // Enter waits for the results of the typed text. A click chooses the reply that it points at.
            onClick={({ detail }) => (isCurrent || detail > 0) && onPick(reply)}
          />
        )}
      </Autocomplete.List>
      <div className="flex items-center justify-between gap-3 border-line border-t px-3 py-2">
        <p role="status" className="text-13 text-muted">
          {status()}
        </p>
        {onRetry && (
          <Button size="small" onClick={onRetry}>
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
