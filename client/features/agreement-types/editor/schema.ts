import { Fragment, type Node, type NodeSpec, Schema } from 'prosemirror-model'
import { blockKinds } from '#contract/documents/agreements/agreement.ts'
import { readAgreementSource } from '#contract/documents/agreements/agreement-source.ts'
import type { Written } from './numbers.ts'
import { sourceOf, writtenOf } from './written-text.ts'

const numbered = 'relative before:absolute before:left-0 before:content-[attr(data-number)]'

const looks: Record<Written['kind'], { tag: string; className: string }> = {
  title: { tag: 'h3', className: 'mb-8 text-center text-20' },
  heading: {
    tag: 'h4',
    className: 'mt-8 mb-3 text-17 before:content-[attr(data-number)] data-number:before:mr-2',
  },
  clause: { tag: 'p', className: `mb-3 pl-10 before:tabular-nums ${numbered}` },
  paragraph: { tag: 'p', className: 'mb-3' },
  item: { tag: 'p', className: `mb-2 ml-10 pl-8 ${numbered}` },
  term: { tag: 'p', className: 'border-line border-b py-2' },
  signature: { tag: 'p', className: 'border-line border-b pt-5 pb-2' },
}

const blockSpec = (kind: Written['kind']): NodeSpec => ({
  group: 'block',
  content: 'inline*',
  marks: '',
  attrs: { number: { default: '' } },
  // A pasted heading stays a heading where the cursor is in an empty paragraph.
  defining: true,
  parseDOM: [{ tag: `[data-kind=${kind}]`, getAttrs: (dom) => ({ number: dom.dataset.stated ?? '' }) }],
  toDOM: ({ attrs }) => [
    looks[kind].tag,
    { 'data-kind': kind, 'data-stated': attrs.number, class: looks[kind].className },
    0,
  ],
})

/** The schema of the editor: the kinds of blocks of an agreement, with text and fields, and nothing else. */
export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    // The first block of a schema is the one that an empty text begins with.
    paragraph: blockSpec('paragraph'),
    ...Object.fromEntries(
      blockKinds.filter((kind) => kind !== 'paragraph').map((kind) => [kind, blockSpec(kind)]),
    ),
    field: {
      group: 'inline',
      inline: true,
      atom: true,
      attrs: { name: {} },
      leafText: ({ attrs }) => `{{${attrs.name}}}`,
      parseDOM: [{ tag: '[data-slot]', getAttrs: (dom) => ({ name: dom.dataset.slot }) }],
      toDOM: ({ attrs }) => ['span', { 'data-slot': attrs.name }, `{{${attrs.name}}}`],
    },
    text: { group: 'inline' },
  },
})

export const fieldNode = (name: string) => schema.node('field', { name })

// Splitting by a pattern with one group puts the names of slots at the odd indexes.
const inlineOf = (text: string) =>
  text
    .split(/\{\{(\w+)\}\}/)
    .flatMap((part, index) => (index % 2 ? fieldNode(part) : part ? schema.text(part) : []))

/** Returns blocks as nodes of the editor. */
export const nodesOf = (written: readonly Written[]): Fragment =>
  Fragment.from(written.map(({ kind, number, text }) => schema.node(kind, { number }, inlineOf(text))))

/** Returns the document of a source, which has at least one paragraph. */
export const docOf = (source: string): Node => {
  const nodes = nodesOf(writtenOf(readAgreementSource(source)))
  return schema.node('doc', null, nodes.childCount > 0 ? nodes : [schema.node('paragraph')])
}

export const writtenNode = ({ type, attrs, textContent }: Node): Written => ({
  kind: type.name as Written['kind'],
  number: attrs.number,
  text: textContent,
})

export const writtenIn = (doc: Node): Written[] => doc.children.map(writtenNode)

/** Returns the source of a document: the reverse of `docOf`. */
export const sourceIn = (doc: Node): string => sourceOf(writtenIn(doc))
