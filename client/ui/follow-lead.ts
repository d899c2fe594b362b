import type { MouseEvent } from 'react'

const controls = 'a, button, input, label, select, textarea, summary, [role="menu"], [role="dialog"]'

/**
 * Handles a click anywhere in a row as one on the link in its part marked `data-lead`. Controls, their menus and selecting text
 * stay as they are; the keyboard has the link itself.
 */
export const followLead = (event: MouseEvent<HTMLElement>) => {
  const { currentTarget: row, target, nativeEvent } = event
  // A dialog or a menu that React renders in the row may be elsewhere in the document.
  if (!(target instanceof Element) || !row.contains(target) || target.closest(controls)) return
  if (event.defaultPrevented || getSelection()?.isCollapsed === false) return
  const link = row.querySelector('[data-lead] a')
  // With its modifiers, so that it opens in a new tab where the link would.
  link?.dispatchEvent(new window.MouseEvent('click', nativeEvent))
}
