import { expect, type Locator, type Page } from '@playwright/test'

/** A field by its whole label, with or without the asterisk. */
export const field = (parent: Page | Locator, label: string) =>
  parent.getByLabel(new RegExp(`^${RegExp.escape(label)}( \\*)?$`))

export const communicationMethods = (parent: Page | Locator) => ({
  own: parent.getByRole('radiogroup', { name: 'Preferred Communication Method' }),
  marketing: parent.getByRole('radiogroup', { name: 'Marketing Contact Communication Method' }),
})

/** A way in which a user operates the portal. Every screen has to work with each. */
export interface InputMethod {
  /** Follows a link or presses a button. */
  press(target: Locator): Promise<void>
  /** Replaces the text of a field. */
  fill(field: Locator, text: string): Promise<void>
  /** Chooses a radio button of a group by its label. */
  choose(group: Locator, label: string): Promise<void>
  /** Chooses an option of a list by its label. */
  selectOption(list: Locator, label: string): Promise<void>
  check(checkbox: Locator): Promise<void>
}

const mouseInput: InputMethod = {
  press: (target) => target.click(),
  fill: (field, text) => field.fill(text),
  choose: (group, label) => group.getByRole('radio', { name: label, exact: true }).check(),
  selectOption: async (list, label) => {
    // A user's click on a list focuses it, which `selectOption` does not do.
    await list.focus()
    await list.selectOption({ label })
  },
  check: (checkbox) => checkbox.check(),
}

export const touchInput: InputMethod = {
  ...mouseInput,
  press: (target) => target.tap(),
  choose: (group, label) => group.getByRole('radio', { name: label, exact: true }).tap(),
  check: (checkbox) => checkbox.tap(),
}

// No screen has this many stops.
const maxTabs = 120

/** Returns where the focus is, compared with an element, in the order of the page. */
const focusRelativeTo = (element: Node) => {
  const { activeElement } = document
  if (!activeElement || activeElement === element) return activeElement ? 'there' : 'before'
  const position = element.compareDocumentPosition(activeElement)
  return position & Node.DOCUMENT_POSITION_FOLLOWING && !(position & Node.DOCUMENT_POSITION_CONTAINED_BY)
    ? 'after'
    : 'before'
}

/** Expects the focus to be outlined, on the screen and not covered, since keyboard users need to see it. */
const expectVisibleFocus = async (target: Locator) => {
  const focus = await target.evaluate((element) => {
    const outlined = [element, element.closest('label')].some((part) => {
      const { outlineStyle, outlineWidth } = part
        ? getComputedStyle(part)
        : { outlineStyle: 'none', outlineWidth: '0' }
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    })
    const { left, top, width, height } = element.getBoundingClientRect()
    const uppermost = document.elementFromPoint(left + width / 2, top + height / 2)
    return { outlined, uncovered: uppermost !== null && element.contains(uppermost) }
  })
  expect(focus, `the focus on ${target}`).toEqual({ outlined: true, uncovered: true })
}

/** Moves the focus to an element by Tab, or by Shift+Tab where the focus is after the element. */
const tabTo = async (target: Locator) => {
  const { keyboard } = target.page()
  // Finding the element by its role each time takes longer than pressing the key.
  const element = await target.elementHandle()
  for (let tabs = 0; tabs < maxTabs; tabs += 1) {
    const focus = await element?.evaluate(focusRelativeTo)
    if (focus === 'there') break
    await keyboard.press(focus === 'before' ? 'Tab' : 'Shift+Tab')
  }
  await expect(target).toBeFocused()
  await expectVisibleFocus(target)
}

/** Operates the portal by the keyboard alone. */
export const keyboardInput = ({ keyboard }: Page): InputMethod => ({
  press: async (target) => {
    await tabTo(target)
    await keyboard.press('Enter')
  },

  fill: async (field, text) => {
    await tabTo(field)
    await keyboard.press('Control+A')
    await keyboard.press('Delete')
    // The first key shows that the field accepts keys. Each further key takes longer than inserting the rest of the text at once.
    await keyboard.type(text.slice(0, 1))
    await keyboard.insertText(text.slice(1))
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

  selectOption: async (list, label) => {
    await tabTo(list)
    await keyboard.type(label)
    await expect(list.getByRole('option', { selected: true })).toHaveText(label)
  },

  check: async (checkbox) => {
    await tabTo(checkbox)
    await keyboard.press('Space')
    await expect(checkbox).toBeChecked()
  },
})
