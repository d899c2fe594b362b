import { baseKeymap, chainCommands } from 'prosemirror-commands'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import type { Node } from 'prosemirror-model'
import { Plugin, type Transaction } from 'prosemirror-state'
import { Decoration, DecorationSet } from 'prosemirror-view'
import { backspaceAtStart, choices, choose, deleteField, enter } from './kinds.ts'
import { numbersOf } from './numbers.ts'
import { fieldNode, schema, writtenIn, writtenNode } from './schema.ts'
import { isLine, typedWithMark } from './written-text.ts'

const markAtStart = /^\s*(?:#\s+|##\s+(?:\d+\.\s+)?|[->]\s+|\([a-z]+\)\s+|(?:\d+|[A-Z])\.\d+\s+|\d+\.\s+)/

const kindsWithNumber = new Set(['paragraph', 'heading', 'clause', 'item'])

/** Returns the kind of block that a number at its beginning makes it. */
const kindOfNumber = (number: string) => {
  if (/^\d+\.$/.test(number)) return 'heading'
  if (/^(\d+|[A-Z])\.\d+$/.test(number)) return 'clause'
  return /^\([a-z]+\)$/.test(number) && 'item'
}

/** Gives a block the number it was typed with, as a number that follows if it is the one that follows. */
const setTyped = (tr: Transaction, position: number, index: number, kind: string, number: string) => {
  const following = writtenIn(tr.doc).map((block, place) =>
    place === index ? { ...block, kind: kind as typeof block.kind, number: 'auto' } : block,
  )
  const isNext = number !== '' && numbersOf(following)[index] === number
  tr.setNodeMarkup(position, schema.nodes[kind], { number: isNext ? 'auto' : number })
}

/** Replaces marks and slots that were typed like in a source by what they mean, so that the editor always shows what the source says. */
const readMarks = (doc: Node, tr: Transaction) => {
  doc.forEach((_node, _offset, index) => {
    const position = tr.doc.resolve(0).posAtIndex(index)
    const node = tr.doc.child(index)
    const typed = typedWithMark(writtenNode(node))
    if (!typed) return
    const [mark = ''] = markAtStart.exec(node.textBetween(0, node.content.size, '', '\ufffc')) ?? []
    setTyped(tr, position, index, typed.kind, typed.number)
    tr.delete(position + 1, position + 1 + mark.length)
  })
  const slots: { from: number; to: number; name: string }[] = []
  tr.doc.descendants((node, position) => {
    for (const { index, 0: slot, 1: name = '' } of node.text?.matchAll(/\{\{(\w+)\}\}/g) ?? []) {
      slots.push({ from: position + index, to: position + index + slot.length, name })
    }
  })
  for (const { from, to, name } of slots.reverse()) tr.replaceWith(from, to, fieldNode(name))
  return tr.docChanged ? tr : null
}

const decorate = (doc: Node) => {
  const numbers = numbersOf(writtenIn(doc))
  const decorations: Decoration[] = []
  doc.forEach((node, position, index) => {
    const number = numbers[index]
    if (number)
      decorations.push(Decoration.node(position, position + node.nodeSize, { 'data-number': number }))
    const label = isLine(writtenNode(node).kind) ? node.textContent.indexOf(':') : 0
    if (label > 0 && !node.textContent.slice(0, label).includes('{{'))
      decorations.push(Decoration.inline(position + 1, position + 2 + label, { class: 'text-13 text-muted' }))
  })
  return DecorationSet.create(doc, decorations)
}

const meanings = (onField: () => void) =>
  new Plugin<DecorationSet>({
    state: {
      init: (_config, { doc }) => decorate(doc),
      apply: (tr, shown) => (tr.docChanged ? decorate(tr.doc) : shown),
    },
    appendTransaction: (transactions, _former, { doc, tr }) =>
      transactions.some(({ docChanged }) => docChanged) ? readMarks(doc, tr) : null,
    props: {
      decorations(state) {
        return this.getState(state)
      },
      handleTextInput: ({ state, dispatch, composing }, from, to, text) => {
        const { parent, parentOffset } = state.doc.resolve(from)
        const before = composing ? '' : parent.textBetween(0, parentOffset, '', '\ufffc')
        const kind = text === ' ' && kindsWithNumber.has(parent.type.name) && kindOfNumber(before)
        if (kind) {
          const position = from - parentOffset - 1
          const tr = state.tr.delete(position + 1, to)
          setTyped(tr, position, state.doc.resolve(from).index(0), kind, before)
          dispatch(tr)
          return true
        }
        if (text === '{' && before.endsWith('{')) {
          dispatch(state.tr.delete(from - 1, to))
          onField()
          return true
        }
        return false
      },
    },
  })

/**
 * Returns the editor's plugins for typing: marks that become headings, lists and fields, undo, and the keys.
 * @param onField called when the user types `{{`, to choose a field
 */
export const typing = (onField: () => void) => [
  meanings(onField),
  history(),
  keymap({
    ...Object.fromEntries(choices.map((choice) => [choice.key, choose(choice)])),
    Enter: enter,
    'Shift-Enter': enter,
    'Mod-Enter': enter,
    Backspace: chainCommands(deleteField('nodeBefore'), backspaceAtStart),
    Delete: deleteField('nodeAfter'),
    'Mod-z': undo,
    'Mod-y': redo,
    'Shift-Mod-z': redo,
  }),
  keymap(baseKeymap),
]
