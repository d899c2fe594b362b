import { Contact, Ellipsis, Pencil, UserCheck, UserPlus, UserX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'wouter'
import { personName } from '#client/domain/person-name.ts'
import { AlertDialog } from '#client/ui/alert-dialog.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import { Menu, MenuItem } from '#client/ui/menu.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import type { CurrentUser } from '#contract/session/session.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { useToggleAccess } from './mutations.ts'
import { whyNotDisable } from './user-permissions.ts'

type UserActionsProps = { user: AdminUser; me: CurrentUser; onEdit: () => void }

/** The menu of actions for one user. */
export function UserActions({ user, me, onEdit }: UserActionsProps) {
  const name = personName(user)
  return (
    <span className="flex justify-end gap-0.5 max-md:-mr-2">
      <Tooltip content="Edit user">
        <IconButton label={`Edit ${name}`} onClick={onEdit}>
          <Pencil aria-hidden className="size-4" />
        </IconButton>
      </Tooltip>
      <PartnerLink user={user} name={name} />
      {me.role === 'admin' && <AccessMenu user={user} me={me} />}
    </span>
  )
}

/** To the details of the user's partner, or to the form that creates it. */
function PartnerLink({ user: { id, partnerId }, name }: { user: AdminUser; name: string }) {
  const Icon = partnerId ? Contact : UserPlus
  return (
    <Tooltip content={partnerId ? 'Partner details' : 'Create partner'}>
      <Button asChild variant="quiet" size="icon">
        <Link
          href={`/admin?tab=partners&${partnerId ? `partner=${partnerId}` : `add=${id}`}`}
          aria-label={partnerId ? `Partner details of ${name}` : `Create partner for ${name}`}
        >
          <Icon aria-hidden className="size-4" />
        </Link>
      </Button>
    </Tooltip>
  )
}

/** Disables a user and enables them again. */
function AccessMenu({ user, me }: { user: AdminUser; me: CurrentUser }) {
  const [isAsking, setAsking] = useState(false)
  const { mutate: toggleAccess } = useToggleAccess(user)
  const name = personName(user)
  const whyNot = whyNotDisable(me, user)
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`More actions for ${name}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        {whyNot ? (
          <MenuItem disabled>{whyNot}</MenuItem>
        ) : user.disabledAt ? (
          <MenuItem onSelect={toggleAccess}>
            <UserCheck aria-hidden />
            Enable
          </MenuItem>
        ) : (
          <MenuItem tone="danger" onSelect={() => setAsking(true)}>
            <UserX aria-hidden />
            Disable
          </MenuItem>
        )}
      </Menu>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`Disable ${name}?`}
        description="They are signed out immediately and can't sign in until an admin enables them. Their work and signatures are kept."
        confirmLabel="Disable"
        onConfirm={toggleAccess}
      />
    </>
  )
}
