import { isOfInputMethod } from './input-method.ts'
import { readSetting, storeSetting } from './storage.ts'

// Like the theme, the setting survives signing out.
const setting = 'shortcuts'

/** Returns whether single-key shortcuts are on. Users who dictate to their device can turn them off. */
export const areShortcutsOn = () => readSetting(setting) !== 'off'

/** Turns the shortcuts on or off in this browser. Returns whether the browser has stored the setting. */
export const turnShortcuts = (isOn: boolean) => storeSetting(setting, isOn ? null : 'off')

const takesText =
  'input:not([type="checkbox"]), textarea, select, [contenteditable], [role="menu"], [role="listbox"], [role="combobox"]'

/** Returns whether a key that was pressed is free to be a shortcut: one without Ctrl or Alt, where nothing else uses it. */
export const isSingleKey = (event: KeyboardEvent) => {
  const { key, target, altKey, ctrlKey, metaKey } = event
  if (event.defaultPrevented || isOfInputMethod(event)) return false
  if (altKey || ctrlKey || metaKey || key.length > 1 || !areShortcutsOn()) return false
  return !(target instanceof Element && target.closest(takesText))
}

// The chat is no modal dialog, so shortcuts work beside it.
const dialogs = '[aria-modal="true"]'

/** Returns the modal dialog on top; undefined if there is none. */
export const topDialog = () => [...document.querySelectorAll(dialogs)].at(-1)
