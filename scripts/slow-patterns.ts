import { analyse } from 'scslre'
import { parseSync } from 'vite'

// A comment belongs to an expression when it is at most this many lines above.
const commentLines = 5
const isException = /^\s*(?:\/\/|\/?\*).*\blinear\b/i

/** A regular expression; `pattern` is null when it is put together at run time. */
type Expression = { start: number; pattern: string | null; flags: string }

/** Returns the expressions in a syntax tree: literals, and calls of `RegExp`, whose pattern is unknown. */
const expressionsIn = (tree: object): Expression[] => {
  const found: Expression[] = []
  // biome-ignore lint/suspicious/noExplicitAny: the tree has nodes of every type.
  const visit = (node: any) => {
    if (node === null || typeof node !== 'object') return
    if (node.type === 'Literal' && node.regex) found.push({ start: node.start, ...node.regex })
    const isCall = node.type === 'NewExpression' || node.type === 'CallExpression'
    if (isCall && node.callee.name === 'RegExp') found.push({ start: node.start, pattern: null, flags: '' })
    for (const value of Object.values(node)) visit(value)
  }
  visit(tree)
  return found
}

/** Whether the expression takes more than linear time for some text. @throws SyntaxError when the expression is invalid */
const isSlow = (pattern: string, flags: string) => analyse({ source: pattern, flags }).reports.length > 0

/**
 * Returns the regular expressions of a file that take more than linear time or are put together at run time, each with its line and its
 * problem. Expressions whose comment says why they are linear are left out.
 */
export const findSlowPatterns = (file: string, text: string): { line: number; problem: string }[] => {
  if (!/\/.+\/|RegExp/.test(text)) return []
  const lines = text.split('\n')
  return expressionsIn(parseSync(file, text).program).flatMap(({ start, pattern, flags }) => {
    const line = text.slice(0, start).split('\n').length
    const isKnown = lines
      .slice(Math.max(0, line - 1 - commentLines), line)
      .some((above) => isException.test(above))
    if (isKnown || (pattern !== null && !isSlow(pattern, flags))) return []
    const problem =
      pattern === null
        ? 'an expression that is put together at run time'
        : `/${pattern}/${flags} takes more than linear time`
    return [{ line, problem }]
  })
}
