import type { MouseEvent } from 'react'

const controls = 'a, button, input, label, select, textarea, summary, [role="menu"], [role="dialog"]'

/**
 * Makes a click anywhere in a row follow the link in its part marked `data-lead`. Clicks on controls and menus, and selecting text, work
 * as usual; keyboard users use the link itself.
 */
export const followLead = (event: MouseEvent<HTMLElement>) => {
  const { currentTarget: row, target, nativeEvent } = event
  // React also passes on clicks in dialogs and menus of the row that are elsewhere in the document.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls)) return
  if (event.defaultPrevented || getSelection()?.isCollapsed === false) return
  const link = row.querySelector('[data-lead] a')
  // The new event has the same modifier keys, so that the link opens in a new tab if the user wants that.
  link?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}
