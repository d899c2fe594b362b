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
 * Makes axe measure the contrast of texts that look alike only once. axe spends most of its time on finding everything behind each text,
 * even in the rows of a table, which look the same. A text counts as passed when a text of the same look has passed inside elements of
 * the same look; texts that have not passed are measured each time. The page receives this function as text, so it uses nothing around it.
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

  // The colors may change between two runs, so forget them.
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

  // axe excludes elements without a text of their own as well, but takes much longer.
  const { matches } = rule
  rule.matches = function (element, ...rest) {
    const isField = element.matches('input, select, textarea')
    const hasText = [...element.childNodes].some((node) => node instanceof Text && node.data.trim())
    return (isField || hasText) && matches.call(this, element, ...rest)
  }
}
