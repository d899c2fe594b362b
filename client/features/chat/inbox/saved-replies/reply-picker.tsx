import { Popover } from '@base-ui/react/popover'
import MessageSquareQuote from 'lucide-react/icons/message-square-quote'
import { useRef, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { SavedReply } from '#contract/chat/saved-replies.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { InsertText } from '../../composer.tsx'
import type { OpenedConversation } from '../../queries.ts'
import { fillForPartner } from './fill-for-partner.ts'
import { ReplySearch } from './reply-search.tsx'
import { SavedReplies } from './saved-replies.tsx'

type ReplyPickerProps = {
  user: CurrentUser
  conversation: OpenedConversation
  isDisabled: boolean
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onInsert: InsertText
  /** Closed without a choice. */
  onCancel: () => void
}

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
          render={
            <IconButton label="Saved replies" disabled={isDisabled}>
              <MessageSquareQuote aria-hidden className="size-4" />
            </IconButton>
          }
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
