import { readSetting, storeSetting } from '#client/lib/storage.ts'
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

// Like the theme it outlives signing out.
const setting = 'shortcuts'

/** Whether single keys are shortcuts: who speaks to their device can turn that off. */
export const areShortcutsOn = () => readSetting(setting) !== 'off'

/** Turns them on or off in this browser, and returns whether the browser has stored that. */
export const turnShortcuts = (isOn: boolean) => storeSetting(setting, isOn ? null : 'off')
