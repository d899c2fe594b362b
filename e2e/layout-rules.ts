import type { Page } from '@playwright/test'
import { untilStill } from './axe.ts'

// A page at another width may show parts that have not loaded yet.
const untilLoaded = async () => {
  while (document.querySelector(':is(main, [role=dialog]) [aria-busy=true]'))
    await new Promise(requestAnimationFrame)
}

const listFaults = () => {
  const faults: string[] = []
  const nameOf = (element: Element) =>
    `${element.tagName.toLowerCase()} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
  const isShown = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
  /** Returns the bottom of a control, or of the scrollable list that cuts it off. */
  const endOf = (control: Element) => {
    let end = control.getBoundingClientRect().bottom
    for (let around = control.parentElement; around; around = around.parentElement) {
      if (/auto|scroll/.test(getComputedStyle(around).overflowY))
        end = Math.min(end, around.getBoundingClientRect().bottom)
    }
    return end
  }
  const controls = [
    ...document.querySelectorAll('main :is(a, button, input, select, textarea, summary)'),
  ].filter(isShown)

  const root = document.documentElement
  if (root.scrollWidth > root.clientWidth)
    faults.push(`scrolls sideways by ${root.scrollWidth - root.clientWidth} px`)

  // The launcher has a fixed place, so a control in the same columns passes under it at some scroll position.
  const launch = document.querySelector('[aria-label^="Open chat"]')
  const launcher = launch?.getBoundingClientRect()
  if (launch && launcher && getComputedStyle(launch).position === 'fixed') {
    for (const control of controls) {
      const { left, width, ...rect } = control.getBoundingClientRect().toJSON() as DOMRect
      // A control that its container cuts off reaches no farther than the container.
      const right = Math.min(
        rect.right,
        control.closest('li, tr, section')?.getBoundingClientRect().right ?? rect.right,
      )
      if (width > 1 && left < launcher.right && right > launcher.left && !control.closest('[role=dialog]')) {
        faults.push(`${nameOf(control)} passes under the launcher`)
      }
    }
  }

  // At the end of the page, all content must be above the bar.
  window.scrollTo(0, root.scrollHeight)
  const bar = document.querySelector('[data-bottom-bar]')?.getBoundingClientRect()
  if (bar && bar.width > 100) {
    for (const control of controls) {
      const { top, height } = control.getBoundingClientRect()
      const bottom = endOf(control)
      const isSticky = control.closest('.sticky, .fixed') !== null
      if (height > 1 && bottom > Math.max(top, bar.top + 1) && top < bar.bottom && !isSticky) {
        faults.push(`${nameOf(control)} stays under the bar`)
      }
    }
  }

  const row = document.querySelector('main tbody tr')?.getBoundingClientRect()
  const isFirst = row && document.querySelectorAll('main section section, main dl').length === 0
  if (row && isFirst && row.top + scrollY > 260)
    faults.push(`the first row is ${Math.round(row.top + scrollY)} px down`)

  for (const card of document.querySelectorAll('main section.rounded-card')) {
    if (!isShown(card)) continue
    const bottoms = [...card.querySelectorAll('*')]
      .filter((element) => element.childElementCount === 0 && isShown(element))
      .map((element) => element.getBoundingClientRect())
      .filter(({ height }) => height > 0)
      .map(({ bottom }) => bottom)
    const space = card.getBoundingClientRect().bottom - Math.max(...bottoms)
    if (space > 80 && card.getAttribute('aria-label') !== 'Inbox') {
      faults.push(`${Math.round(space)} px of nothing in ${nameOf(card)}`)
    }
  }

  /** The elements that stay in place, from edge to edge, while the page scrolls. */
  const still = [...document.querySelectorAll('body *')].filter((element) => {
    const { position } = getComputedStyle(element)
    // Dialogs and toasts are outside of the page's own layout.
    const isOfPage = element.closest('#root') !== null && !element.closest('[role=dialog], [data-toasts]')
    const isStill = position === 'sticky' || (position === 'fixed' && isOfPage)
    return isStill && isShown(element) && element.getBoundingClientRect().width > innerWidth / 2
  })
  if (innerHeight < 600) {
    for (const element of still) faults.push(`${nameOf(element)} stands still, and there is little height`)
  } else if (innerWidth < 640) {
    window.scrollTo(0, (root.scrollHeight - innerHeight) / 2)
    const shown = still
      .filter((element) => !element.closest('[role=dialog]'))
      .map((element) => element.getBoundingClientRect())
    const covered = { top: 0, bottom: innerHeight }
    for (const { top, bottom } of shown.sort((one, other) => one.top - other.top))
      if (top <= covered.top + 1) covered.top = Math.max(covered.top, bottom)
    for (const { top, bottom } of shown.sort((one, other) => other.bottom - one.bottom))
      if (bottom >= covered.bottom - 1) covered.bottom = Math.min(covered.bottom, top)
    const taken = covered.top + innerHeight - covered.bottom
    if (taken > 96) faults.push(`what stands still takes ${Math.round(taken)} px of the height`)
  }
  if (innerHeight < 600 || innerWidth < 640) {
    for (const field of document.querySelectorAll<HTMLElement>('main :is(input, select, textarea)')) {
      // While a dialog is open, no field of the page behind it can have the focus.
      const isBehind = document.querySelector('[role=dialog]') !== null && !field.closest('[role=dialog]')
      if (isBehind || !isShown(field) || field.matches(':disabled, [aria-hidden=true]')) continue
      field.focus()
      const { left, top, width, height } = field.getBoundingClientRect()
      const hit = document.elementFromPoint(left + width / 2, top + height / 2)
      const above = still.find((element) => element.contains(hit) && !element.contains(field))
      if (above) faults.push(`${nameOf(field)} has the focus under ${nameOf(above)}`)
    }
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
  }

  window.scrollTo(0, 0)
  return faults
}

// Use a single call, since each takes as long as the change of the size itself.
const onceShown = <Result>(page: Page, read: () => Result) =>
  page.evaluate<Result>(
    `(${untilStill})(${JSON.stringify(page.viewportSize())}).then(${untilLoaded}).then(${read})`,
  )

/** Lists the faults in the layout of the current screen, each as a line, once the screen has adapted to its size. */
export const findFaults = (page: Page) => onceShown(page, listFaults)

/** Returns the width that a page needs, once the page has adapted to its size. */
export const findWidth = (page: Page) => onceShown(page, () => document.documentElement.scrollWidth)

/**
 * Lists what the tables and lists of a wide screen, or of the dialog on it, do not show completely, each as a line: hidden columns, and
 * texts that are cut off although none of their parts is longer than names usually are.
 */
export const findCutTexts = (page: Page) =>
  page.evaluate(() => {
    // This is enough for a name of 30 characters and a few words beside it.
    const maxLength = 42
    const place = [...document.querySelectorAll('[role=dialog]')].at(-1) ?? document.querySelector('main')
    const textsOf = (element: Element) => {
      const texts: string[] = []
      const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) texts.push(walker.currentNode.textContent ?? '')
      return texts
    }
    const isCut = (element: Element) => {
      const { overflowX, overflowY } = getComputedStyle(element)
      const isWide = overflowX !== 'visible' && element.scrollWidth > element.clientWidth
      return isWide || (overflowY !== 'visible' && element.scrollHeight > element.clientHeight + 1)
    }
    const cut = [...(place?.querySelectorAll(':is(table:not([role=grid]) tr, li) *') ?? [])]
      .filter((element) => element.clientWidth > 1 && element.checkVisibility() && isCut(element))
      .filter((element) => textsOf(element).every((text) => text.length <= maxLength))
      .map((element) => `"${element.textContent?.trim()}" is cut`)
    const hidden = [...(place?.querySelectorAll('th') ?? [])]
      .filter((heading) => heading.closest('table')?.checkVisibility() && !heading.checkVisibility())
      .map((heading) => `the column "${heading.textContent}" is hidden`)
    return [...new Set([...cut, ...hidden])]
  })
