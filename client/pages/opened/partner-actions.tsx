import { BellRing, Ellipsis, FilePlus, LayoutDashboard, ListPlus, MessageCircle, Pencil } from 'lucide-react'
import { Link, useLocation } from 'wouter'
import { useNewTaskDialog } from '#client/domain/opened.ts'
import { RemindDialog } from '#client/domain/reminders/lazy-dialog.ts'
import { AddDocumentDialog } from '#client/features/documents/lazy-dialogs.ts'
import { EditPartner } from '#client/features/partners/form/lazy-dialogs.ts'
import { ViewAsItem } from '#client/features/session/impersonation.tsx'
import { Button } from '#client/ui/button.tsx'
import { Menu, MenuItem } from '#client/ui/menu.tsx'
import type { AdminPartner } from '#contract/partners/partners.ts'
import { addressOf } from '#contract/screens.ts'
import type { CurrentUser } from '#contract/session/session.ts'

/** Returns the id of the partner's conversation; null for erased partners, and for members of staff with a profile. */
export const conversationOf = ({ user, conversationId }: AdminPartner) =>
  user.role === 'user' ? conversationId : null

type PartnerActionsProps = {
  me: CurrentUser
  partner: AdminPartner
  /** Whether the partner's dashboard is shown already. */
  isOnDashboard?: boolean
}

/** The main actions of staff for a partner as buttons, and the others in a menu. */
export function PartnerActions({ me, partner, isOnDashboard = false }: PartnerActionsProps) {
  const newTask = useNewTaskDialog()
  const [, navigate] = useLocation()
  const conversationId = conversationOf(partner)
  return (
    <>
      <Button icon={ListPlus} asChild variant="primary">
        <Link {...newTask.linkTo(partner.id)}>New task</Link>
      </Button>
      {conversationId && (
        <>
          <Button icon={MessageCircle} asChild>
            <Link href={addressOf.conversation(conversationId)}>Message</Link>
          </Button>
          {/* It shows even when nothing is open, so that the buttons stay in their places when a task arrives. */}
          <Button
            icon={BellRing}
            title="Email this partner a list of what's open"
            opens={(opening) => (
              <RemindDialog {...opening} reminder={{ about: { kind: 'open' }, ids: [partner.id] }} />
            )}
          >
            Remind…
          </Button>
        </>
      )}
      <Menu trigger={<Button icon={Ellipsis}>More</Button>}>
        <MenuItem icon={FilePlus} opens={(opening) => <AddDocumentDialog {...opening} partner={partner} />}>
          Add document
        </MenuItem>
        <MenuItem
          icon={Pencil}
          opens={(opening) => <EditPartner {...opening} me={me} partnerId={partner.id} />}
        >
          Edit Partner
        </MenuItem>
        {/* Staff who have a profile cannot be impersonated. */}
        {partner.user.role === 'user' && <ViewAsItem partnerId={partner.id} />}
        {!isOnDashboard && (
          <MenuItem icon={LayoutDashboard} onSelect={() => navigate(`/?partner=${partner.id}`)}>
            Open dashboard
          </MenuItem>
        )}
      </Menu>
    </>
  )
}
