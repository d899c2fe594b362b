import type Axe from 'axe-core'

type Evaluate = (this: unknown, element: Element, ...rest: unknown[]) => boolean | undefined

/** The parts of axe that its types leave out. */
interface InsideAxe {
  run: (...args: unknown[]) => Promise<Axe.AxeResults>
  _audit: {
    checks: Record<string, { evaluate: Evaluate }>
    rules: { id: string; matches: (this: unknown, element: Element, ...rest: unknown[]) => boolean }[]
  }
}

/**
 * Has axe measure the contrast of what looks alike once. It takes most of its time for finding all that lies behind each text, also
 * in the rows of a table, which look the same. What looks as a text that has passed, inside elements that look as those around that
 * text, has passed, too; what has not passed is measured each time. The page gets this function as text: it uses nothing around it.
 */
export const measureContrastsOnce = () => {
  const { axe } = window as unknown as { axe: InsideAxe }
  const id = 'color-contrast'
  const check = axe._audit.checks[id]
  const rule = axe._audit.rules.find((candidate) => candidate.id === id)
  if (!check || !rule) throw new Error('axe has no such rule')

  const passed = new Set<string>()
  let looks = new Map<Element, string>()
  const lookOf = (element: Element | null): string => {
    if (!element) return ''
    const known = looks.get(element)
    if (known) return known
    const style = getComputedStyle(element)
    const colors = [
      style.color,
      style.backgroundColor,
      style.backgroundImage,
      style.opacity,
      style.textShadow,
    ]
    const own = [...colors, style.fontSize, style.fontWeight, style.position]
    const look = `${lookOf(element.parentElement)}/${own}`
    looks.set(element, look)
    return look
  }

  // Between two runs the colors change.
  const { run } = axe
  axe.run = (...args) => {
    looks = new Map()
    return run(...args)
  }

  const { evaluate } = check
  check.evaluate = function (element, ...rest) {
    const look = lookOf(element)
    if (passed.has(look)) return true
    const result = evaluate.call(this, element, ...rest)
    if (result === true) passed.add(look)
    return result
  }

  // axe comes to this for an element without a text of its own, too, but by a long way.
  const { matches } = rule
  rule.matches = function (element, ...rest) {
    const isField = element.matches('input, select, textarea')
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
    return (isField || hasText) && matches.call(this, element, ...rest)
  }
}
