import { expect, type Locator, type Page } from '@playwright/test'

/** How somebody uses the portal. Every part has to work for each of them. */
export interface Hand {
  /** Follows a link or pushes a button. */
  press(target: Locator): Promise<void>
  /** Puts a text in the place of what is in a field. */
  write(field: Locator, text: string): Promise<void>
  /** Picks one of a group of radio buttons by its label. */
  choose(group: Locator, label: string): Promise<void>
  /** Picks one of a list by its label. */
  pick(list: Locator, label: string): Promise<void>
  tick(checkbox: Locator): Promise<void>
}

export const mouse: Hand = {
  press: (target) => target.click(),
  write: (field, text) => field.fill(text),
  choose: (group, label) => group.getByRole('radio', { name: label, exact: true }).check(),
  pick: async (list, label) => {
    // Opening a list takes the focus to it, which choosing from a program does not.
    await list.focus()
    await list.selectOption({ label })
  },
  tick: (checkbox) => checkbox.check(),
}

export const finger: Hand = {
  ...mouse,
  press: (target) => target.tap(),
  choose: (group, label) => group.getByRole('radio', { name: label, exact: true }).tap(),
  tick: (checkbox) => checkbox.tap(),
}

// More stops than any screen has.
const mostTabs = 120

/** Where the focus stands to a thing in the order of the page. */
const focusRelativeTo = (target: Locator) =>
  target.evaluate((element) => {
    const { activeElement } = document
    if (!activeElement || activeElement === element) return activeElement ? 'there' : 'before'
    const position = element.compareDocumentPosition(activeElement)
    return position & Node.DOCUMENT_POSITION_FOLLOWING && !(position & Node.DOCUMENT_POSITION_CONTAINED_BY)
      ? 'behind'
      : 'before'
  })

/** Whoever does not see where the focus is cannot go on: it is marked, on the screen, and nothing lies over it. */
const expectFocusSeen = async (target: Locator) => {
  const seen = await target.evaluate((element) => {
    const marked = [element, element.closest('label')].some((part) => {
      const { outlineStyle, outlineWidth } = part
        ? getComputedStyle(part)
        : { outlineStyle: 'none', outlineWidth: '0' }
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { left, top, width, height } = element.getBoundingClientRect()
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2)
    return { marked, uncovered: uppermost !== null && element.contains(uppermost) }
  })
  expect(seen, `the focus on ${target}`).toEqual({ marked: true, uncovered: true })
}

/** Goes there by Tab, or by Shift and Tab where it lies behind. */
export const tabTo = async (target: Locator) => {
  const { keyboard } = target.page()
  for (let tabs = 0; tabs < mostTabs; tabs += 1) {
    const focus = await focusRelativeTo(target)
    if (focus === 'there') break
    await keyboard.press(focus === 'before' ? 'Tab' : 'Shift+Tab')
  }
  await expect(target).toBeFocused()
  await expectFocusSeen(target)
}

/** Opens a menu without a mouse, and takes one of its items. */
export const takeFromMenu = async (button: Locator, label: string) => {
  const page = button.page()
  await tabTo(button)
  await page.keyboard.press('Enter')
  const items = page.getByRole('menuitem')
  // Before that the keys would go to the button.
  await expect(items.first()).toBeFocused()
  const item = page.getByRole('menuitem', { name: label, exact: true })
  for (let steps = await items.count(); steps > 0; steps -= 1) {
    if (await item.evaluate((element) => element === document.activeElement)) break
    await page.keyboard.press('ArrowDown')
  }
  await expect(item).toBeFocused()
  await page.keyboard.press('Enter')
}

/** Whoever has no mouse. */
export const keys = ({ keyboard }: Page): Hand => ({
  press: async (target) => {
    await tabTo(target)
    await keyboard.press('Enter')
  },

  write: async (field, text) => {
    await tabTo(field)
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
    await keyboard.type(text)
  },

  choose: async (group, label) => {
    const radios = group.getByRole('radio')
    await tabTo(group.getByRole('radio', { checked: true }))
    for (let steps = await radios.count(); steps > 0; steps -= 1) {
      if (await group.getByRole('radio', { name: label, exact: true, checked: true }).count()) break
      await keyboard.press('ArrowDown')
    }
    await expect(group.getByRole('radio', { name: label, exact: true })).toBeChecked()
  },

  pick: async (list, label) => {
    await tabTo(list)
    await keyboard.type(label)
    await expect(list.getByRole('option', { selected: true })).toHaveText(label)
  },

  tick: async (checkbox) => {
    await tabTo(checkbox)
    await keyboard.press('Space')
    await expect(checkbox).toBeChecked()
  },
})
