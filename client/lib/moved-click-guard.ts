/** How long clicks on a control that has moved under the pointer are ignored. */
const graceMs = 500
/** A pointer that moves at most this many pixels counts as resting. */
const restPx = 10
/** How long after Escape a dialog may take to close. */
const closeMs = 500
/** How long a page may keep scrolling after a wheel or key event. */
const scrollMs = 1000

const controls =
  'a, button, input, select, textarea, label, summary, option, [role], [tabindex]:not([tabindex="-1"]), li, tr'
const rows = 'li, tr'

/** When a control appeared where the pointer or the focus was, by `performance.now()`. */
const arrivedAt = new WeakMap<Element, number>()

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(controls) : null

/** Marks a control that has replaced the control that was pressed. Use this as the ref of the new control. */
export const markArrived = (element: Element | null) => {
  if (element) arrivedAt.set(element, performance.now())
}

/**
 * Ignores clicks on controls that have just moved. When a row leaves its list, the next row moves under the resting pointer, and the
 * second click of a double click, or a click made just as another user changed the list, would hit the wrong row. Such clicks are ignored
 * for half a second. Likewise, Enter and Space are ignored on a control that has just taken the focus, and so is their key repeat.
 * A dialog, menu or page that opens under the pointer counts as new, not as moved; so does what reappears when Escape closes a dialog.
 * @returns a function that stops the guard
 */
export const watchMovedClicks = (): (() => void) => {
  const abort = new AbortController()
  const options = { capture: true, signal: abort.signal }
  const passive = { ...options, passive: true }

  /** Where the pointer rests, and the control there; undefined when not known. */
  let point: { x: number; y: number } | undefined
  let under: Element | null | undefined
  /** When the user last moved the pointer, scrolled or pressed a key. The user has seen every control that arrived before that. */
  let wentAt = 0
  let scrolledAt = Number.NEGATIVE_INFINITY
  let escapedAt = Number.NEGATIVE_INFINITY
  /** The control that was clicked last. If the control is covered or moves away and comes back, clicks on it are intended. */
  let clicked: Element | null = null
  let pressed: Element | null = null
  let isSuppressing = false
  let frame = 0
  /** The nodes that were added to the page since the last check. */
  let added = new Set<Node>()

  const goTo = (x: number, y: number, target: EventTarget | null) => {
    point = { x, y }
    under = controlAt(target)
    wentAt = performance.now()
    changes.takeRecords()
    added = new Set()
  }

  /** Returns whether an element is new. Rows and their contents are not, since they move when other rows are added or removed. */
  const isNew = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (added.has(each)) return !each.matches(rows)
    }
    return false
  }

  const look = () => {
    cancelAnimationFrame(frame)
    frame = 0
    if (point) {
      const now = controlAt(document.elementFromPoint(point.x, point.y))
      const mayHaveMoved = under !== undefined && performance.now() - escapedAt > closeMs
      if (now && mayHaveMoved && now !== under && now !== clicked && !isNew(now)) markArrived(now)
      under = now
    }
    added = new Set()
  }
  const lookSoon = () => {
    if (frame === 0) frame = requestAnimationFrame(look)
  }

  const changes = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) added.add(node)
    lookSoon()
  })
  changes.observe(document.documentElement, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ['class', 'hidden', 'open'],
  })

  const hasJustArrived = (target: EventTarget | null) => {
    const control = controlAt(target)
    const at = control ? arrivedAt.get(control) : undefined
    return at !== undefined && at >= wentAt && performance.now() - at < graceMs
  }

  const suppress = (event: Event) => {
    event.preventDefault()
    event.stopImmediatePropagation()
  }

  const handleMove = ({ clientX, clientY, target }: PointerEvent) => {
    if (!point || Math.hypot(clientX - point.x, clientY - point.y) > restPx) goTo(clientX, clientY, target)
  }
  const handlePress = (event: PointerEvent) => {
    isSuppressing = false
    handleMove(event)
    for (const { addedNodes } of changes.takeRecords()) for (const node of addedNodes) added.add(node)
    look()
    isSuppressing = hasJustArrived(event.target)
    if (isSuppressing) suppress(event)
    else clicked = controlAt(event.target)
  }
  const handleRest = (event: Event) => {
    if (isSuppressing) suppress(event)
  }
  const handleClick = (event: MouseEvent) => {
    // A click without a press of the pointer comes from the keyboard or a screen reader.
    const isStopped = event.detail === 0 ? event.isTrusted && hasJustArrived(event.target) : isSuppressing
    if (isStopped && event.isTrusted) suppress(event)
    if (event.detail !== 0) isSuppressing = false
  }
  const handleKey = (event: KeyboardEvent) => {
    const { activeElement } = document
    if (event.key !== 'Enter' && event.key !== ' ') {
      wentAt = performance.now()
      scrolledAt = wentAt
      if (event.key === 'Escape') escapedAt = wentAt
    } else if (!event.repeat) pressed = activeElement
    else if (activeElement !== pressed) suppress(event)
  }
  const handleScroll = () => {
    if (performance.now() - scrolledAt > scrollMs) return
    wentAt = performance.now()
    under = undefined
    lookSoon()
  }
  const forget = () => {
    point = undefined
  }

  addEventListener('pointermove', handleMove, passive)
  addEventListener('pointerdown', handlePress, options)
  for (const type of ['mousedown', 'pointerup', 'mouseup', 'auxclick'])
    addEventListener(type, handleRest, options)
  addEventListener('click', handleClick, options)
  addEventListener('keydown', handleKey, options)
  for (const type of ['wheel', 'touchmove']) {
    addEventListener(
      type,
      () => {
        scrolledAt = performance.now()
      },
      passive,
    )
  }
  addEventListener('scroll', handleScroll, passive)
  for (const type of ['load', 'animationend', 'transitionend', 'resize'])
    addEventListener(type, lookSoon, passive)
  document.documentElement.addEventListener('pointerleave', forget, { signal: abort.signal })
  addEventListener('pointercancel', forget, passive)
  return () => {
    abort.abort()
    changes.disconnect()
    cancelAnimationFrame(frame)
  }
}
