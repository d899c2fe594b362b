import { useQuery } from '@tanstack/react-query'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import { useRef } from 'react'
import { personName } from '#client/domain/person-name.ts'
import { initials } from '#client/lib/format.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { classNames } from '#client/ui/class-names.ts'
import { QueryState } from '#client/ui/query-state.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { getPartnerCard } from '#contract/chat/partner-card.ts'
import type { OpenedConversation } from '../queries.ts'
import { useCoveredPage } from '../use-covered-page.ts'
import { CardContent } from './card-content.tsx'

type PartnerCardProps = {
  id: string
  conversation: OpenedConversation | undefined
  /** On a narrow screen, where it replaces the conversation. */
  isOpen: boolean
  onClose: () => void
}

/** The partner's contact, agreements and tasks. */
export function PartnerCard({ id, conversation, isOpen, onClose }: PartnerCardProps) {
  // The event stream does not announce all changes of the card.
  const card = useQuery({
    ...readOf(getPartnerCard, { params: { conversationId: id } }),
    ...notInEventStream,
  })
  const paneRef = useRef<HTMLElement>(null)
  useCoveredPage(paneRef, isOpen)

  return (
    <section
      ref={paneRef}
      aria-label="Partner's card"
      className={classNames(
        'min-h-0 min-w-0 flex-col gap-5 overflow-y-auto overscroll-contain bg-surface px-4 pt-4 pb-20 lg:flex',
        isOpen ? 'flex max-sm:fixed max-sm:inset-0 max-sm:z-50' : 'max-lg:hidden',
      )}
    >
      <Button size="small" variant="quiet" onClick={onClose} className="-ml-2 self-start lg:hidden">
        <ArrowLeft aria-hidden className="size-4" />
        Back to the conversation
      </Button>
      {conversation && (
        <div className="flex items-center gap-3">
          <Avatar initials={initials(conversation)} />
          <div className="min-w-0">
            <h3 className="break-words text-15">{personName(conversation)}</h3>
            {conversation.businessName && (
              <p className="break-words text-13 text-muted">{conversation.businessName}</p>
            )}
          </div>
        </div>
      )}
      <QueryState
        query={card}
        loading={<CardSkeleton />}
        failure={{ title: 'The card cannot be loaded' }}
        className="grid grid-cols-1 gap-5"
      >
        {(data) => <CardContent card={data} id={id} email={conversation?.email} />}
      </QueryState>
    </section>
  )
}

function CardSkeleton() {
  return (
    <div className="grid gap-3">
      {['w-24', 'w-full', 'w-40', 'w-32'].map((width) => (
        <Skeleton key={width} className={classNames('h-4', width)} />
      ))}
    </div>
  )
}
