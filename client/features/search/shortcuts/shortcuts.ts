import { palette, shortcutList } from '../openers.ts'

/** What the key that goes with K is called: on an Apple ⌘. The server, which renders too, cannot know. */
export const modifierName = () => (/Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl')

export type Shortcut = {
  /** The keys one after the other, as `KeyboardEvent.key` names them. */
  keys: string[]
  label: string
} & ({ run: () => void } | LinkTarget)

/** Where a link leads, with what the history is to keep. */
export type LinkTarget = { href: string; state?: unknown }

/** What a user may see. */
export type Scope = { isStaff: boolean; isOnboarded: boolean }

const everyone: Shortcut[] = [
  { keys: ['/'], label: 'Search', run: palette.open },
  { keys: ['?'], label: 'Show keyboard shortcuts', run: shortcutList.open },
]
const onboarded: Shortcut[] = [
  { keys: ['g', 'd'], label: 'Go to Dashboard', href: '/' },
  { keys: ['g', 'r'], label: 'Go to Resources', href: '/resources' },
]
const staff: Shortcut[] = [
  { keys: ['g', 'a'], label: 'Go to Admin', href: '/admin' },
  { keys: ['g', 'i'], label: 'Go to Inbox', href: '/admin?tab=inbox' },
]

/** The shortcuts of single keys. */
export const shortcutsOf = (
  { isStaff, isOnboarded }: Scope,
  { newTask, notifications }: { newTask: LinkTarget; notifications: LinkTarget },
): Shortcut[] => [
  ...everyone,
  ...(isOnboarded ? onboarded : []),
  { keys: ['g', 'n'], label: 'Notifications', ...notifications },
  ...(isStaff ? [...staff, { keys: ['c'], label: 'New task', ...newTask }] : []),
]

// In a cookie like the theme, because signing out clears the browser's storage. On https only this host can set it.
const isSecure = () => location.protocol === 'https:'
const cookieName = () => (isSecure() ? '__Host-shortcuts' : 'shortcuts')

/** Whether single keys are shortcuts: who speaks to their device can turn that off. */
export const areShortcutsOn = () => !document.cookie.split('; ').includes(`${cookieName()}=off`)

export const turnShortcuts = (isOn: boolean) => {
  const value = isOn ? '; max-age=0' : 'off; max-age=31536000'
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no cookieStore before 18.4
  document.cookie = `${cookieName()}=${value}; path=/; samesite=lax${isSecure() ? '; secure' : ''}`
}
