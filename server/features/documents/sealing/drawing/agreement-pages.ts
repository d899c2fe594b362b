import type { DrawnBlock, DrawnSegment } from '#contract/documents/agreements/draw-agreement.ts'
import { balanceLines, layoutLines, type Span, type TextStyle } from './line-layout.ts'
import type { Block } from './page-flow.ts'
import { leading, sheet, styles } from './paper.ts'

type Element = PDFKit.PDFStructureElement

const width = sheet.right - sheet.left
const clauseIndent = 32
const itemIndent = 20
/** Labels take two of five parts, as on the preview. */
const valueX = sheet.left + width * 0.4 + 6

const spanOf = (segment: DrawnSegment, style: TextStyle): Span =>
  'field' in segment
    ? { text: segment.value ?? segment.placeholder, style: styles.value, isIsolated: true }
    : { text: segment.text, style }

const plainText = (segments: DrawnSegment[]) =>
  segments
    .map((segment) => ('field' in segment ? (segment.value ?? segment.placeholder) : segment.text))
    .join('')

const line = (text: string, style: TextStyle, maxWidth = width) => layoutLines([{ text, style }], maxWidth)

/** Adds the elements of an agreement to its structure, as the blocks come. */
class AgreementStructure {
  private readonly document: PDFKit.PDFDocument
  private readonly root: Element
  private clauses: Element | undefined
  private clauseBody: Element | undefined
  private items: Element | undefined
  private table: Element | undefined

  constructor(document: PDFKit.PDFDocument, root: Element) {
    this.document = document
    this.root = root
  }

  add(parent: Element, type: string) {
    const element = this.document.struct(type)
    parent.add(element)
    return element
  }

  single(type: string) {
    this.clauses = undefined
    this.items = undefined
    this.table = undefined
    return this.add(this.root, type)
  }

  private listItem(list: Element) {
    const item = this.add(list, 'LI')
    return { label: this.add(item, 'Lbl'), body: this.add(item, 'LBody') }
  }

  clause() {
    this.table = undefined
    this.items = undefined
    this.clauses ??= this.add(this.root, 'L')
    const item = this.listItem(this.clauses)
    this.clauseBody = item.body
    return { ...item, text: this.add(item.body, 'P') }
  }

  item() {
    this.items ??= this.add(this.clauses && this.clauseBody ? this.clauseBody : this.root, 'L')
    return this.listItem(this.items)
  }

  row() {
    this.clauses = undefined
    this.items = undefined
    this.table ??= this.add(this.root, 'Table')
    const row = this.add(this.table, 'TR')
    const label = this.document.struct('TH', { scope: 'Row' } as PDFKit.Mixins.StructureElementOptions)
    row.add(label)
    return { label, value: this.add(row, 'TD') }
  }
}

const layoutBlock = (block: DrawnBlock, structure: AgreementStructure): Block => {
  const { kind, number = '', label = '', segments } = block
  const spans = (style: TextStyle) => segments.map((segment) => spanOf(segment, style))
  const body = leading.body

  switch (kind) {
    case 'title': {
      const lines = balanceLines(spans(styles.title), width * 0.8)
      const cell = { x: sheet.left, lines, element: structure.single('H1'), isCentered: true }
      return { cells: [cell], leading: leading.title, after: 20, keepsNext: true, isWhole: true }
    }
    case 'heading': {
      const numbered = number ? [{ text: `${number}  `, style: styles.heading }] : []
      const lines = layoutLines([...numbered, ...spans(styles.heading)], width)
      return {
        cells: [{ x: sheet.left, lines, element: structure.single('H2') }],
        leading: leading.heading,
        before: 16,
        after: 6,
        keepsNext: true,
        isWhole: true,
        outline: number ? `${number} ${plainText(segments)}` : plainText(segments),
      }
    }
    case 'clause': {
      const element = structure.clause()
      const x = sheet.left + clauseIndent
      const lines = layoutLines(spans(styles.body), sheet.right - x)
      return {
        cells: [
          { x: sheet.left, lines: line(number, styles.body), element: element.label },
          { x, lines, element: element.text },
        ],
        leading: body,
        after: 7,
      }
    }
    case 'item': {
      const element = structure.item()
      const x = sheet.left + clauseIndent + itemIndent
      const lines = layoutLines(spans(styles.body), sheet.right - x)
      return {
        cells: [
          { x: sheet.left + clauseIndent, lines: line(number, styles.body), element: element.label },
          { x, lines, element: element.body },
        ],
        leading: body,
        after: 5,
      }
    }
    case 'term':
    case 'signature': {
      const element = structure.row()
      return {
        cells: [
          {
            x: sheet.left,
            lines: line(label, styles.label, valueX - sheet.left - 12),
            element: element.label,
          },
          { x: valueX, lines: layoutLines(spans(styles.body), sheet.right - valueX), element: element.value },
        ],
        leading: body,
        before: kind === 'term' ? 5 : 8,
        after: kind === 'term' ? 5 : 7,
        hasRule: true,
        ...(kind === 'signature' ? { keepsNext: true, isWhole: true } : {}),
      }
    }
    case 'paragraph': {
      const lines = layoutLines(spans(styles.body), width)
      return {
        cells: [{ x: sheet.left, lines, element: structure.single('P') }],
        leading: body,
        after: 8,
      }
    }
  }
}

/** A table does not begin on the page after the words that lead to it. */
const keepTablesWithLead = (blocks: Block[], kinds: DrawnBlock['kind'][]) => {
  for (const [index, block] of blocks.entries()) {
    if (kinds[index] === 'paragraph' && kinds[index + 1] === 'term') block.keepsNext = true
  }
}

/** What stands before the signatures goes with them: their heading and its paragraph. */
const keepSignaturesWhole = (blocks: Block[], kinds: DrawnBlock['kind'][]) => {
  const first = kinds.indexOf('signature')
  for (let index = first - 1; index >= 0; index--) {
    Object.assign(blocks[index] ?? {}, { keepsNext: true, isWhole: true })
    if (kinds[index] === 'heading') return
  }
}

/**
 * Lays out the blocks of an agreement, and what `signed` adds below its lines for the signatures or, where it has none, at its end.
 * @param signed adds its elements to the parent
 */
export const layoutAgreement = (
  document: PDFKit.PDFDocument,
  root: Element,
  blocks: DrawnBlock[],
  signed: (parent: Element) => Block[],
): Block[] => {
  const structure = new AgreementStructure(document, root)
  const kinds = blocks.map(({ kind }) => kind)
  const last = kinds.includes('signature') ? kinds.lastIndexOf('signature') : kinds.length - 1
  const laidOut = blocks.map((block, index) => {
    const laid = layoutBlock(block, structure)
    return index === last ? [laid, ...signed(root)] : [laid]
  })
  const own = laidOut.flatMap(([first]) => first ?? [])
  keepTablesWithLead(own, kinds)
  keepSignaturesWhole(own, kinds)
  return laidOut.flat()
}
