import { expect } from 'vitest'
import { type Locator, userEvent } from 'vitest/browser'

// No screen has this many stops.
const maxTabs = 120

/** Whether the focus is outlined, on the screen and not covered, since keyboard users need to see it. */
const isSeen = (element: Element) => {
  const isOutlined = [element, element.closest('label')].some((part) => {
    if (!part) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(part)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  })
  const { left, top, width, height } = element.getBoundingClientRect()
  return isOutlined && element.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}

/** Moves the focus to an element by Tab, or by Shift+Tab where the focus is after the element. */
export const tabTo = async (target: Locator) => {
  const element = await target.findElement()
  for (let tabs = 0; tabs < maxTabs && document.activeElement !== element; tabs += 1) {
    const position = document.activeElement ? element.compareDocumentPosition(document.activeElement) : 0
    const isAfter =
      position & Node.DOCUMENT_POSITION_FOLLOWING && !(position & Node.DOCUMENT_POSITION_CONTAINED_BY)
    await userEvent.keyboard(isAfter ? '{Shift>}{Tab}{/Shift}' : '{Tab}')
  }
  await expect.element(target).toHaveFocus()
  expect(isSeen(element), 'the focus is seen').toBe(true)
}
