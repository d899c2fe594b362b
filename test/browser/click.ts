import { commands, type Locator, page } from 'vitest/browser'

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** Clicks with the mouse at a point of the whole page, in pixels. */
    clickAt(x: number, y: number): Promise<void>
  }
}

// Playwright looks again after similar pauses, in milliseconds.
const pauses = [0, 20, 50, 100, 100, 200, 200]

const nextFrame = () => new Promise(requestAnimationFrame)

const isReady = (element: Element) =>
  element.checkVisibility({ visibilityProperty: true }) &&
  !element.matches(':disabled') &&
  !element.closest('[aria-disabled=true], [inert]')

const placeOf = (element: Element) => JSON.stringify(element.getBoundingClientRect())

/** Returns the element that a locator finds and its middle, once it stands still; nothing if it cannot be clicked, or not yet. */
const findStill = async (locator: Locator) => {
  const [element, ...others] = locator.elements()
  if (!element || others.length > 0 || !isReady(element)) return
  await nextFrame()
  const place = placeOf(element)
  await nextFrame()
  const { left, top, width, height } = element.getBoundingClientRect()
  const isStill = placeOf(element) === place && isReady(element)
  return isStill ? { element, x: left + width / 2, y: top + height / 2 } : undefined
}

/** Converts a point of the tests' frame to a point of the page around it. */
const inWholePage = ({ x, y }: { x: number; y: number }) => {
  const { left, top, width } = (window.frameElement as Element).getBoundingClientRect()
  const scale = width / innerWidth
  return [left + x * scale, top + y * scale] as const
}

/**
 * Watches what the mouse reaches, and returns a function that ends this and says whether it was the element. If it is another one, since
 * the page has just changed, its events are stopped.
 */
const watchMouse = (element: Element) => {
  const abort = new AbortController()
  let isReached = false
  const handleEvent = (event: Event) => {
    if (event.type === 'pointerdown') isReached = element.contains(event.target as Node)
    if (isReached) return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  for (const type of ['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click'])
    addEventListener(type, handleEvent, { capture: true, signal: abort.signal })
  return () => {
    abort.abort()
    return isReached
  }
}

const locatorPrototype = Object.getPrototypeOf(page.getByRole('button')) as Locator
const clickByPlaywright = locatorPrototype.click

/**
 * Makes a plain click of a locator cheaper. Playwright exchanges forty messages with the page to find out whether a user could click an
 * element, which takes a quarter of the time of component tests. Here the page finds out by itself, and Playwright decides when there
 * is any doubt: an element that is missing, hidden, disabled, moving, covered or out of view.
 */
export const makeClicksCheap = () => {
  locatorPrototype.click = async function (options) {
    for (const pause of options ? [] : pauses) {
      if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause))
      const still = await findStill(this)
      if (!still) continue
      const reached = document.elementFromPoint(still.x, still.y)
      // Playwright scrolls to what is out of view.
      if (!reached) break
      if (!still.element.contains(reached)) continue
      if ((document.activeElement ?? document.body) === document.body) window.focus()
      const hasReached = watchMouse(still.element)
      await commands.clickAt(...inWholePage(still))
      if (hasReached()) return
    }
    return clickByPlaywright.call(this, options)
  }
}
