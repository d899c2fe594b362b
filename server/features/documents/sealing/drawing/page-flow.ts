import type { EmbeddedFaces } from './embedded-faces.ts'
import type { Line } from './line-layout.ts'
import { paintLine } from './line-painting.ts'
import { colors, sheet } from './paper.ts'

/**
 * Lines of one element of the structure, side by side with those of other cells. `isCentered` is about the whole sheet. With an address they
 * are a link, whose element is a `Link`.
 */
export type Cell = {
  x: number
  lines: Line[]
  element: PDFKit.PDFStructureElement
  isCentered?: boolean
  url?: string
}

/**
 * What is set at one place: its cells share the distance between baselines. Lengths in points. `keepsNext` puts it on the page of
 * the next one, `isWhole` keeps its lines together, `hasRule` draws a hairline below.
 */
export type Block = {
  cells: Cell[]
  leading: number
  before?: number
  after?: number
  hasRule?: boolean
  keepsNext?: boolean
  isWhole?: boolean
  /** Draws what is not text, at the y of the block's top. */
  decorate?: (top: number) => void
  /** A height that is at least taken. */
  minHeight?: number
  /** What is in the outline of the document. */
  outline?: string
}

type PlacedLine = { line: Line; x: number; baseline: number }

const lineCount = ({ cells }: Block) => Math.max(1, ...cells.map(({ lines }) => lines.length))

const heightOf = (block: Block) =>
  Math.max(lineCount(block) * block.leading, block.minHeight ?? 0) + (block.after ?? 0)

/** Where the baseline of a line is, in parts of its height. */
const baseline = 0.72

/** Pages that fill from top to bottom. */
export class PageFlow {
  readonly document: PDFKit.PDFDocument
  private readonly faces: EmbeddedFaces
  private y = sheet.bottom
  private isPageEmpty = true
  private repeatedHead: Block | undefined

  constructor(document: PDFKit.PDFDocument, faces: EmbeddedFaces) {
    this.document = document
    this.faces = faces
  }

  startPage() {
    this.document.addPage()
    this.y = sheet.top
    this.isPageEmpty = true
    if (this.repeatedHead) this.repeatHead(this.repeatedHead)
  }

  /** The head of a table on its further pages, which is part of the text on the first alone. */
  private repeatHead({ cells, leading, after = 0 }: Block) {
    this.artifact(() => {
      for (const { x, lines } of cells) {
        for (const line of lines) this.paintLine(line, x, this.y + leading * baseline)
      }
    })
    this.y += leading + after
    this.paintRule(this.y)
    this.isPageEmpty = false
  }

  /** Draws what is no part of the text: assistive technology passes it over. */
  artifact(draw: () => void, options: PDFKit.Mixins.MarkingOptions = { type: 'Layout' }) {
    this.document.markContent('Artifact', options)
    draw()
    this.document.endMarkedContent()
  }

  paintLine(line: Line, x: number, y: number) {
    paintLine(this.document, this.faces, line, x, y)
  }

  /** Sets blocks one below the other. */
  place(blocks: Block[]) {
    let start = 0
    while (start < blocks.length) {
      let end = start
      while (blocks[end]?.keepsNext && end + 1 < blocks.length) end++
      this.placeTogether(blocks.slice(start, end + 1))
      start = end + 1
    }
  }

  /** Sets a table whose head, of one line, is drawn again on each page that it goes on to. */
  placeTable(lead: Block[], head: Block, rows: Block[]) {
    const [first, ...rest] = rows
    this.place([...lead, head, ...(first ? [first] : [])])
    this.repeatedHead = head
    this.place(rest)
    this.repeatedHead = undefined
  }

  /** The last of them may break after its second line; of what is higher than a page, only the end stays together. */
  private placeTogether(blocks: Block[]) {
    const needed = blocks.reduce((sum, block, index) => {
      const isLast = index === blocks.length - 1
      const before = index === 0 && this.isPageEmpty ? 0 : (block.before ?? 0)
      if (!isLast || block.isWhole) return sum + before + heightOf(block)
      const count = lineCount(block)
      return sum + before + (count <= 3 ? count : 2) * block.leading
    }, 0)
    const [first, ...rest] = blocks
    if (first && rest.length > 0 && needed > sheet.bottom - sheet.top) {
      this.placeTogether([first])
      this.placeTogether(rest)
      return
    }
    if (this.y + needed > sheet.bottom && !this.isPageEmpty) this.startPage()
    for (const block of blocks) this.placeBlock(block)
  }

  private placeBlock(block: Block) {
    if (!this.isPageEmpty) this.y += block.before ?? 0
    if (block.outline) this.document.outline.addItem(block.outline)
    const count = lineCount(block)
    for (let first = 0; first < count; ) {
      const last = this.lastLineHere(block, first, count)
      this.paintLines(block, first, last)
      this.y += (last - first) * block.leading
      this.isPageEmpty = false
      first = last
      if (first < count) this.startPage()
    }
    const missing = (block.minHeight ?? 0) - count * block.leading
    if (missing > 0) this.y += missing
    this.y += block.after ?? 0
    if (block.hasRule) this.paintRule(this.y)
  }

  /** Up to which line a block fits on the page, without leaving its last one alone on the next. */
  private lastLineHere(block: Block, first: number, count: number) {
    const fitting = Math.floor((sheet.bottom - this.y + 0.01) / block.leading)
    const last = Math.min(count, first + Math.max(1, fitting))
    return count - last === 1 && last - first > 2 ? last - 1 : last
  }

  private paintRule(y: number) {
    this.artifact(() => {
      this.document
        .moveTo(sheet.left, y)
        .lineTo(sheet.right, y)
        .lineWidth(0.6)
        .strokeColor(colors.line)
        .stroke()
    })
  }

  private paintLines(block: Block, first: number, last: number) {
    const top = this.y
    const placed = block.cells.map(({ element, lines, x, isCentered, url }) => ({
      element,
      url,
      lines: lines.slice(first, last).map((line, index) => ({
        line,
        x: isCentered ? (sheet.width - line.width) / 2 : x,
        baseline: top + index * block.leading + block.leading * baseline,
      })),
    }))
    if (first === 0) block.decorate?.(top)
    this.paintGrounds(placed.flatMap(({ lines }) => lines))
    for (const { element, lines, url } of placed) {
      if (lines.every(({ line }) => line.runs.length === 0)) continue
      const content = this.document.markStructureContent('Span')
      for (const { line, x, baseline } of lines) this.paintLine(line, x, baseline)
      this.document.endMarkedContent()
      element.add(content)
      if (url) this.link(element, lines, block.leading, url)
    }
  }

  /** Makes lines that are painted a link. The element ends with it, as a link is on one page. */
  private link(element: Cell['element'], lines: PlacedLine[], leading: number, url: string) {
    for (const { line, x, baseline: y } of lines) {
      // Pdfkit writes a String as a text, and a plain string as a name; its types know neither this nor the element.
      const options: object = { structParent: element, Contents: new String(`Open ${url}`) }
      this.document.link(x, y - leading * baseline, line.width, leading, url, options)
    }
    element.end()
  }

  /** The soft ground of the values that were filled in. */
  private paintGrounds(lines: PlacedLine[]) {
    const grounds = lines.flatMap(({ line, x, baseline }) => {
      const found: { left: number; right: number; size: number; baseline: number }[] = []
      let left = x
      let isOpen = false
      for (const { advance, style } of line.runs) {
        const right = left + advance
        const previous = found.at(-1)
        if (style.isMarked && isOpen && previous) previous.right = right
        else if (style.isMarked) found.push({ left, right, size: style.size, baseline })
        isOpen = style.isMarked === true
        left = right
      }
      return found
    })
    if (grounds.length === 0) return
    this.artifact(() => {
      for (const { left, right, size, baseline } of grounds) {
        const top = baseline - size * 0.92
        this.document.roundedRect(left - 1.5, top, right - left + 3, size * 1.26, 2)
      }
      this.document.fill(colors.accentSoft)
    })
  }
}
