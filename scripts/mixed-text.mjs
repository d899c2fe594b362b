// Browsers translate text node by text node, and React makes a node for each part of `{count} selected`: when one part changes, the
// translation of the other part stays.
import { parseSync } from 'vite'

const isElement = ({ type }) => type === 'JSXElement' || type === 'JSXFragment'

/** Whether an expression can show an element, as `{isNew && <Badge />}` does. */
const showsElement = (node) =>
  node !== null &&
  typeof node === 'object' &&
  (isElement(node) || Object.values(node).some((part) => [part].flat().some(showsElement)))

const isChanging = ({ type, expression }) =>
  type === 'JSXExpressionContainer' &&
  !['Literal', 'JSXEmptyExpression'].includes(expression.type) &&
  !showsElement(expression)

const isWritten = ({ type, value, expression }) =>
  /\p{L}/u.test((type === 'JSXText' ? value : expression?.type === 'Literal' && expression.value) || '')

/**
 * Lists the lines of a component file in which words stand beside a value instead of in one string with it.
 * @param file the name of the file, which ends in .tsx
 */
export const findMixedText = (file, code) => {
  const lines = []
  const check = (run) => {
    if (run.some(isWritten) && run.some(isChanging))
      lines.push(code.slice(0, run[0].start).split('\n').length)
  }
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return
    if (Array.isArray(node)) return node.forEach(visit)
    if (isElement(node)) {
      let run = []
      for (const child of node.children) {
        if (!isElement(child)) run.push(child)
        else {
          check(run)
          run = []
        }
      }
      check(run)
    }
    Object.values(node).forEach(visit)
  }
  visit(parseSync(file, code).program)
  return lines
}
