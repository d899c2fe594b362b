import { Link } from 'wouter'
import type { ChatConversation } from '#contract/chat/inbox.ts'
import { addressOf } from '#contract/screens.ts'

type JoinedPartnerProps = { partner: NonNullable<ChatConversation['joinedPartner']> }

/** A link to the conversation of the partner that a person belongs to by now. */
export function JoinedPartnerLink({ partner: { conversationId, businessName } }: JoinedPartnerProps) {
  return (
    <Link href={addressOf.conversation(conversationId)} className="text-link underline underline-offset-2">
      {businessName}
    </Link>
  )
}

/** Replaces the composer in the conversation of a person who has joined a partner. */
export function JoinedPartner(props: JoinedPartnerProps) {
  return (
    <footer className="border-line border-t px-4 py-3 text-13 text-muted">
      This person now belongs to <JoinedPartnerLink {...props} />. Write there.
    </footer>
  )
}
