import { FilePlus, ListPlus, MessageCircle } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useNewTaskDialog } from '#client/domain/opened.ts'
import { AddDocumentDialog } from '#client/features/documents/lazy-dialogs.ts'
import { EditPartner } from '#client/features/partners/form/lazy-dialogs.ts'
import { Remind } from '#client/features/partners/record/remind.tsx'
import { ViewAsPartner } from '#client/features/session/impersonation.tsx'
import { Button } from '#client/ui/button.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { addressOf } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** Returns the id of the partner's conversation; null for erased partners, and for members of staff with a profile. */
export const conversationOf = ({ user, conversationId }: AdminPartner) =>
  user.role === 'user' ? conversationId : null

type PartnerActionsProps = {
  me: CurrentUser
  partner: AdminPartner
  /** Additional buttons. */
  children?: ReactNode
}

/** The buttons with the actions of staff for a partner. */
export function PartnerActions({ me, partner, children }: PartnerActionsProps) {
  const newTask = useNewTaskDialog()
  const conversationId = conversationOf(partner)
  return (
    <>
      <Button icon={ListPlus} asChild variant="primary">
        <Link {...newTask.linkTo(partner.id)}>New task</Link>
      </Button>
      <Button icon={FilePlus} opens={(opening) => <AddDocumentDialog {...opening} partner={partner} />}>
        Add document
      </Button>
      {conversationId && (
        <Button icon={MessageCircle} asChild>
          <Link href={addressOf.conversation(conversationId)}>Message</Link>
        </Button>
      )}
      <Remind partnerId={partner.id} />
      <ViewAsPartner partner={partner} />
      <Button opens={(opening) => <EditPartner {...opening} me={me} partnerId={partner.id} />}>
        Edit Partner
      </Button>
      {children}
    </>
  )
}
