import { palette, shortcutList } from '../openers.ts'

export type Shortcut = {
  /** The keys in the order in which they are pressed, as `KeyboardEvent.key` names them. */
  keys: string[]
  label: string
} & ({ run: () => void } | LinkTarget)

/** The address of a link, with the state that it adds to the history. */
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

/** Returns the single-key shortcuts that a user has. */
export const shortcutsOf = (
  { isStaff, isOnboarded }: Scope,
  { newTask, notifications }: { newTask: LinkTarget; notifications: LinkTarget },
): Shortcut[] => [
  ...everyone,
  ...(isOnboarded ? onboarded : []),
  { keys: ['g', 'n'], label: 'Notifications', ...notifications },
  ...(isStaff ? [...staff, { keys: ['c'], label: 'New task', ...newTask }] : []),
]

/** The keys in lists; `client/lib/use-row-keys.ts` and the lists handle them. In an open dialog, j and k show the next and previous one. */
export const listKeys = [
  { keys: ['j'], label: 'Next' },
  { keys: ['k'], label: 'Previous' },
  { keys: ['Enter'], label: 'Open' },
  { keys: ['x'], label: 'Select' },
  { keys: ['e'], label: 'Done: complete, close, or show the actions' },
  { keys: ['s'], label: 'Snooze, in the inbox and in Needs attention' },
]
