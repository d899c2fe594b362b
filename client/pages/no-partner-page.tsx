import { MessageCircle, Users } from 'lucide-react'
import { LogoutButton } from '#client/domain/logout-button.tsx'
import { openChat } from '#client/domain/open-chat.ts'
import { Button } from '#client/ui/button.tsx'
import { InvitationsFirst } from './invitations-first.tsx'
import { Notice } from './notice.tsx'

/** The page of a user who belongs to no partner and may not create one: their invitations, or what to do without any. */
export default function NoPartnerPage() {
  return (
    <InvitationsFirst>
      <Notice
        icon={Users}
        title="You do not belong to a partner at present"
        text="Ask the person who invited you to invite you again, or write to the partner team."
      >
        <Button icon={MessageCircle} variant="primary" onClick={openChat}>
          Message the partner team
        </Button>
        <LogoutButton />
      </Notice>
    </InvitationsFirst>
  )
}
