import {
  Bell,
  BellRing,
  CircleUser,
  ClipboardPlus,
  CornerDownRight,
  Handshake,
  Keyboard,
  type LucideIcon,
  MessageCircle,
  UserPlus,
} from 'lucide-react'
import { openChat } from '#client/domain/open-chat.ts'
import { useNewTaskDialog, useNotificationsDialog, useShownPartner } from '#client/domain/opened.ts'
import { useAddressDialog } from '#client/lib/address-dialog.ts'
import type { RenderDialog } from '#client/ui/dialog-host.tsx'
import { setTheme, themes } from '#client/ui/theme-switch.tsx'
import { comparedText } from '#contract/compared-text.ts'
import type { CurrentUser } from '#contract/session/session.ts'
import type { Entry } from './entries.tsx'
import { shortcutList } from './openers.ts'
import type { LinkTarget, Scope, Shortcut } from './shortcuts/shortcuts.ts'

const screens = { 'Go to Dashboard': '/', 'Go to Resources': '/resources' }

/** The tabs of the Admin Panel, by their names in the address. */
export type AdminTabs = Record<string, { label: string; adminOnly?: boolean }>

/** An action of staff on one partner, which opens a dialog. */
export type PartnerAction = { title: string; icon: LucideIcon; open: (partnerId: string) => RenderDialog }

type Offered = {
  scope: Scope
  shortcuts: Shortcut[]
  adminTabs: AdminTabs
  partnerActions: readonly PartnerAction[]
  /** Does the action with the partner that is shown, or asks which partner is meant. */
  onPartnerAction: (action: PartnerAction, partnerId: string | null) => void
}

/** The actions that are offered on every screen, by what the user may see and do. */
export const useActions = (
  user: CurrentUser,
  { scope, shortcuts, adminTabs, partnerActions, onPartnerAction }: Offered,
): Entry[] => {
  const shownPartner = useShownPartner()
  const account = useAddressDialog('account')
  const newTask = useNewTaskDialog().linkTo(shownPartner)
  const notifications = useNotificationsDialog().linkTo('all')
  const keys = new Map(shortcuts.map((shortcut) => [shortcut.label, shortcut.keys]))

  const action = (title: string, Icon: LucideIcon, target: LinkTarget | { run: () => void }): Entry => ({
    id: title,
    title,
    icon: <Icon aria-hidden className="size-5 shrink-0 text-muted" />,
    keys: keys.get(title),
    ...target,
  })
  const places = {
    ...(scope.isOnboarded && screens),
    ...(scope.isStaff && {
      'Go to Admin': '/admin',
      ...Object.fromEntries(
        Object.entries(adminTabs)
          .filter(([, { adminOnly }]) => !adminOnly || user.role === 'admin')
          .map(([name, { label }]) => [`Go to ${label}`, `/admin?tab=${name}`]),
      ),
    }),
  }

  return [
    ...(scope.isStaff
      ? [
          action('New task', ClipboardPlus, newTask),
          ...partnerActions.map((each) => ({
            ...action(each.title, each.icon, { run: () => onPartnerAction(each, shownPartner) }),
            staysOpen: shownPartner === null,
          })),
          action('Invite partner', UserPlus, { href: '/admin?tab=partners&add=invite' }),
          action('Add partner', Handshake, { href: '/admin?tab=partners&add=new' }),
          action('Add user', UserPlus, { href: '/admin?tab=users&add=new' }),
        ]
      : [action('Message the Partner Team', MessageCircle, { run: openChat })]),
    ...Object.entries(places).map(([title, href]) => action(title, CornerDownRight, { href })),
    action('Notifications', Bell, notifications),
    action('Notification settings', BellRing, account.linkTo('notifications')),
    action('Account and security', CircleUser, account.linkTo('security')),
    ...themes.map(({ theme, label, icon }) =>
      action(`Use the ${label.toLowerCase()} theme`, icon, { run: () => setTheme(theme) }),
    ),
    action('Keyboard shortcuts', Keyboard, { run: shortcutList.open }),
  ]
}

/** Returns the actions whose titles contain, for each typed word, a word that begins with it. */
export const matchingActions = (actions: Entry[], typed: string) => {
  const words = comparedText(typed).split(' ').filter(Boolean)
  return actions.filter(({ title }) => {
    const parts = comparedText(title).split(' ')
    return words.every((word) => parts.some((part) => part.startsWith(word)))
  })
}
