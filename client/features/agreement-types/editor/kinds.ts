import { type Command, TextSelection } from 'prosemirror-state'
import type { Written } from './numbers.ts'
import { schema, writtenNode } from './schema.ts'
import { isLine } from './written-text.ts'

/** A choice of the toolbar: a kind of block, with or without a number that follows. */
export type Choice = { name: string; kind: Written['kind']; number: '' | 'auto'; key: string }

export const choices = [
  { name: 'Heading', kind: 'heading', number: 'auto', key: 'Mod-Alt-1' },
  { name: 'Clause', kind: 'clause', number: 'auto', key: 'Mod-Alt-2' },
  { name: 'List item', kind: 'item', number: 'auto', key: 'Mod-Alt-3' },
  { name: 'Paragraph', kind: 'paragraph', number: '', key: 'Mod-Alt-0' },
  { name: 'Heading without number', kind: 'heading', number: '', key: 'Mod-Alt-4' },
  { name: 'Title', kind: 'title', number: '', key: 'Mod-Alt-5' },
  { name: 'Line of terms', kind: 'term', number: '', key: 'Mod-Alt-6' },
  { name: 'Signature line', kind: 'signature', number: '', key: 'Mod-Alt-7' },
] as const satisfies readonly Choice[]

export const isChosen = ({ kind, number }: Choice, block: Written) =>
  kind === block.kind && (number === '') === (block.number === '')

const placeholder = 'Label'

/** Makes the selected blocks blocks of a kind. A line of terms or signatures that has no label yet gets one to write over. */
export const choose =
  (choice: Choice): Command =>
  ({ doc, selection, tr }, dispatch) => {
    doc.nodesBetween(selection.from, selection.to, (node, position) => {
      if (!node.isTextblock) return true
      if (isChosen(choice, writtenNode(node))) return false
      const start = tr.mapping.map(position)
      tr.setNodeMarkup(start, schema.nodes[choice.kind], { number: choice.number })
      if (isLine(choice.kind) && !node.textContent.includes(':')) {
        tr.insertText(`${placeholder}: `, start + 1)
        tr.setSelection(TextSelection.create(tr.doc, start + 1, start + 1 + placeholder.length))
      }
      return false
    })
    dispatch?.(tr.scrollIntoView())
    return true
  }

/** The kind of the block that Enter begins after one; after any other kind, the next one is of the same kind. */
const afterEnd: Partial<Record<Written['kind'], Written['kind']>> = { title: 'paragraph', heading: 'clause' }

/** What an empty block becomes with Enter, and every block with Backspace at its beginning. */
const outdented = (kind: Written['kind']) => (kind === 'item' ? 'clause' : 'paragraph')

const numberOf = (kind: Written['kind']) => (kind === 'clause' || kind === 'item' ? 'auto' : '')

export const enter: Command = (state, dispatch) => {
  const tr = state.tr.deleteSelection()
  const { $from } = tr.selection
  const { kind, number, text } = writtenNode($from.parent)
  if (!text.trim() && kind !== 'paragraph') {
    const next = outdented(kind)
    tr.setNodeMarkup($from.before(), schema.nodes[next], { number: numberOf(next) })
  } else {
    const isAtEnd = $from.parentOffset === $from.parent.content.size
    const next = isAtEnd ? (number || kind !== 'heading' ? (afterEnd[kind] ?? kind) : 'paragraph') : kind
    const attrs = { number: next === 'heading' ? number && 'auto' : numberOf(next) }
    tr.split($from.pos, 1, [{ type: schema.nodes[next] ?? $from.parent.type, attrs }])
  }
  dispatch?.(tr.scrollIntoView())
  return true
}

/** Makes a block a paragraph, when the cursor is at its beginning. */
export const backspaceAtStart: Command = ({ selection, tr }, dispatch) => {
  const { $from, empty } = selection
  if (!empty || $from.parentOffset > 0 || $from.parent.type === schema.nodes.paragraph) return false
  dispatch?.(tr.setNodeMarkup($from.before(), schema.nodes.paragraph, { number: '' }))
  return true
}

/** Deletes the field before or after the cursor. */
export const deleteField =
  (side: 'nodeBefore' | 'nodeAfter'): Command =>
  ({ selection, tr }, dispatch) => {
    const { $from, empty } = selection
    if (!empty || $from[side]?.type !== schema.nodes.field) return false
    const [from, to] = side === 'nodeBefore' ? [$from.pos - 1, $from.pos] : [$from.pos, $from.pos + 1]
    dispatch?.(tr.delete(from, to).scrollIntoView())
    return true
  }
