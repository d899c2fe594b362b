import {
  ArrowRightLeft,
  Contact,
  Ellipsis,
  Eraser,
  KeyRound,
  LogOut,
  Pencil,
  UserCheck,
  UserPlus,
  UserX,
} from 'lucide-react'
import { Link } from 'wouter'
import { Day } from '#client/domain/day.tsx'
import { useHandoverDialog } from '#client/domain/opened.ts'
import { PartnerLink } from '#client/domain/partner-link.tsx'
import { personName } from '#client/domain/person-name.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button, IconButton } from '#client/ui/button.tsx'
import type { Column } from '#client/ui/data-table.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import { question } from '#client/ui/question.tsx'
import { RowText } from '#client/ui/row-text.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { partnerRoleLabels } from '#contract/partners/labels.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import { isStaff, roleLabels } from '#contract/users/roles.ts'
import type { AdminUser } from '#contract/users/users.ts'
import { EditUser } from './edit-user.tsx'
import { EraseUser } from './erase-user.tsx'
import { DisableStaff } from './handover/disable-staff.tsx'
import { useEndSessions, useResetPasskeys, useToggleAccess } from './mutations.ts'
import { canEndSessions, canHandOver, whyNotDisable } from './user-permissions.ts'

export const userColumns = (me: CurrentUser): Column<AdminUser>[] => [
  {
    id: 'name',
    heading: 'Name',
    lead: true,
    className: 'md:w-[22%] max-md:pr-11!',
    cell: (user) => <Name user={user} me={me} />,
  },
  {
    id: 'email',
    heading: 'Email',
    className: 'md:w-[28%]',
    cell: ({ email }) => <RowText>{email}</RowText>,
  },
  { id: 'role', heading: 'Role', cell: ({ role }) => roleLabels[role] },
  {
    id: 'profile',
    heading: 'Partner Status',
    className: 'lg:whitespace-nowrap',
    cell: ({ hasPartnerProfile }) =>
      hasPartnerProfile ? <Badge tone="positive">Has Profile</Badge> : <Badge>No Profile</Badge>,
  },
  {
    id: 'group',
    heading: 'Partner Group',
    className: 'md:w-[16%]',
    cell: ({ partnerGroup }) =>
      partnerGroup ? <RowText>{partnerGroup}</RowText> : <span className="text-muted">None</span>,
  },
  {
    id: 'created',
    heading: 'Created',
    className: 'whitespace-nowrap md:max-xl:hidden',
    cell: ({ createdAt }) => <Day at={createdAt} />,
  },
  {
    id: 'actions',
    // On a phone, a visible heading before the buttons would be useless.
    heading: <span>Actions</span>,
    align: 'end',
    className: 'whitespace-nowrap',
    cell: (user) => <UserActions user={user} me={me} />,
  },
]

function Name({ user, me }: { user: AdminUser; me: CurrentUser }) {
  const name = personName(user)
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
      {user.partner ? (
        <PartnerLink
          partnerId={user.partner.id}
          title={name}
          className="wrap-anywhere line-clamp-2 min-w-0 rounded-mark hover:underline"
        >
          {name}
        </PartnerLink>
      ) : (
        <span className="wrap-anywhere line-clamp-2 min-w-0" title={name}>
          {name}
        </span>
      )}
      {user.id === me.id && <span className="font-normal text-13 text-muted">You</span>}
      {user.disabledAt && <Badge tone="danger">{user.erasedAt ? 'Erased' : 'Disabled'}</Badge>}
      {user.partner && (
        <span className="w-full font-normal text-13 text-muted">
          <RowText>{`${user.partner.businessName} · ${partnerRoleLabels[user.partner.role]}`}</RowText>
        </span>
      )}
    </span>
  )
}

type UserActionsProps = { user: AdminUser; me: CurrentUser }

/** The actions on one user. */
function UserActions({ user, me }: UserActionsProps) {
  const name = personName(user)
  return (
    <span className="flex justify-end gap-0.5 max-md:-mr-2">
      {!user.erasedAt && (
        <Tooltip content="Edit user">
          <IconButton
            icon={Pencil}
            label={`Edit ${name}`}
            opens={(opening) => <EditUser {...opening} me={me} user={user} />}
          />
        </Tooltip>
      )}
      <PartnerButton user={user} name={name} />
      {(me.role === 'admin' || canHandOver(me, user) || (canEndSessions(me, user) && !user.disabledAt)) && (
        <AccessMenu user={user} me={me} />
      )}
    </span>
  )
}

/** A button that opens the user's partner, or the form that creates one. */
function PartnerButton({ user: { id, partner }, name }: { user: AdminUser; name: string }) {
  return (
    <Tooltip content={partner ? 'Partner details' : 'Create partner'}>
      <Button asChild variant="quiet" size="icon">
        {partner ? (
          <PartnerLink partnerId={partner.id} aria-label={`Partner details of ${name}`}>
            <Contact aria-hidden className="size-4" />
          </PartnerLink>
        ) : (
          <Link href={`/admin?tab=partners&add=${id}`} aria-label={`Create partner for ${name}`}>
            <UserPlus aria-hidden className="size-4" />
          </Link>
        )}
      </Button>
    </Tooltip>
  )
}

/** A menu that signs a user out, hands over their work, disables or enables them, resets their passkeys, or erases them. */
function AccessMenu({ user, me }: UserActionsProps) {
  const { mutate: toggleAccess } = useToggleAccess(user)
  const { mutate: endSessions } = useEndSessions(user)
  const { mutate: reset } = useResetPasskeys(user.id)
  const handover = useHandoverDialog()
  const name = personName(user)
  const whyNot = whyNotDisable(me, user)

  const endQuestion = question({
    title: `End all sessions of ${name}?`,
    description: 'They are signed out in every browser immediately, and can sign in again.',
    confirmLabel: 'End sessions',
    onConfirm: endSessions,
  })

  const disableQuestion = question({
    title: `Disable ${name}?`,
    description:
      "They are signed out immediately and can't sign in until an admin enables them. Their work and signatures are kept.",
    confirmLabel: 'Disable',
    onConfirm: toggleAccess,
  })

  const resetQuestion = question({
    title: `Reset passkeys of ${name}?`,
    description:
      'Their passkeys and recovery codes are removed, and they are signed out everywhere. They set up a new passkey after their next sign-in. First make sure the request really came from them.',
    confirmLabel: 'Reset passkeys',
    onConfirm: reset,
  })

  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={`More actions for ${name}`} />}>
      {canEndSessions(me, user) && !user.disabledAt && (
        <MenuItem icon={LogOut} opens={endQuestion}>
          End sessions
        </MenuItem>
      )}
      {canHandOver(me, user) && (
        <MenuItem icon={ArrowRightLeft} onSelect={() => handover.open(user.id)}>
          Hand over…
        </MenuItem>
      )}
      {whyNot ? (
        <MenuItem disabled>{whyNot}</MenuItem>
      ) : user.disabledAt ? (
        <MenuItem icon={UserCheck} onSelect={toggleAccess}>
          Enable
        </MenuItem>
      ) : (
        <MenuItem
          icon={UserX}
          tone="danger"
          opens={
            isStaff(user.role) ? (opening) => <DisableStaff {...opening} user={user} /> : disableQuestion
          }
        >
          Disable
        </MenuItem>
      )}
      {user.id !== me.id && !user.erasedAt && (
        <MenuItem icon={KeyRound} tone="danger" opens={resetQuestion}>
          Reset passkeys
        </MenuItem>
      )}
      {!whyNot && (
        <>
          <MenuSeparator />
          <MenuItem icon={Eraser} tone="danger" opens={(opening) => <EraseUser {...opening} user={user} />}>
            Erase
          </MenuItem>
        </>
      )}
    </Menu>
  )
}
