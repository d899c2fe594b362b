/** How long a click on what has moved under the pointer does nothing. */
const graceMs = 500
/** A hand that rests moves the pointer less far, in pixels. */
const restPx = 10
/** How long after Escape a dialog may take to close. */
const closeMs = 500
/** How long a page goes on scrolling after the wheel or the key. */
const scrollMs = 1000

const controls =
  'a, button, input, select, textarea, label, summary, option, [role], [tabindex]:not([tabindex="-1"]), li, tr'
const rows = 'li, tr'

/** When a control came to where the pointer or the focus was, by `performance.now()`. */
const arrivedAt = new WeakMap<Element, number>()

const controlAt = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(controls) : null

/** Says that a control has come into the place of the one that was pressed, as a ref of it. */
export const markArrived = (element: Element | null) => {
  if (element) arrivedAt.set(element, performance.now())
}

/**
 * Keeps clicks from what has moved: a row leaves its list, the next one comes under the resting pointer, and the second click of a double
 * click, or one that was under way when others changed the list, would be for that. Such a click does nothing within half a second.
 * A press of Enter or Space does nothing either on what has taken the focus since, nor does holding it down.
 * A dialog, a menu or a page that opens under the pointer is new, and has not moved; nor has what shows again when Escape closes it.
 * @returns a function that ends it
 */
export const watchMovedClicks = (): (() => void) => {
  const abort = new AbortController()
  const options = { capture: true, signal: abort.signal }
  const passive = { ...options, passive: true }

  /** Where the pointer rests, and the control there; undefined where that is not known. */
  let point: { x: number; y: number } | undefined
  let under: Element | null | undefined
  /** When the user last went somewhere: what came there before is what they see. */
  let wentAt = 0
  let scrolledAt = Number.NEGATIVE_INFINITY
  let escapedAt = Number.NEGATIVE_INFINITY
  /** The control that the pointer pressed last. It may be covered or go aside for a while, and is the one that is meant when it is back. */
  let clicked: Element | null = null
  let pressed: Element | null = null
  let isSuppressing = false
  let frame = 0
  /** The parts of the page that were added since the last look. */
  let added = new Set<Node>()

  const goTo = (x: number, y: number, target: EventTarget | null) => {
    point = { x, y }
    under = controlAt(target)
    wentAt = performance.now()
    changes.takeRecords()
    added = new Set()
  }

  /** Rows move when others come and go, and so does what is in them; anything else that was added is new. */
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
    // Without a press of the pointer it is of a key or a screen reader.
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
