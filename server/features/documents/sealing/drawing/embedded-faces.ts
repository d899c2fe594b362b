import type { Subset } from 'fontkit'
import type { Face } from './faces.ts'
import type { PlacedGlyph } from './shaping.ts'

const serif = 2
const symbolic = 4
const italic = 64

const hex = (number: number) => number.toString(16).padStart(4, '0')
const utf16Hex = (text: string) =>
  Array.from({ length: text.length }, (_, index) => hex(text.charCodeAt(index))).join('')

type Code = { glyph: number; width: number; text: string }

const toUnicode = (codes: Code[]) => {
  const mappings = codes.flatMap(({ text }, code) => (text ? [`<${hex(code)}> <${utf16Hex(text)}>`] : []))
  const blocks = []
  // A block holds at most a hundred.
  for (let start = 0; start < mappings.length; start += 100) {
    const block = mappings.slice(start, start + 100)
    blocks.push(`${block.length} beginbfchar`, ...block, 'endbfchar')
  }
  return [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <ffff>',
    'endcodespacerange',
    ...blocks,
    'endcmap',
    'CMapName currentdict /CMap defineresource pop',
    'end',
    'end',
  ].join('\n')
}

/** The six letters that name a subset, another for each font of a document. */
const subsetTag = (index: number) => {
  const digits = index.toString(26).padStart(6, '0')
  return Array.from(digits, (digit) => String.fromCharCode(65 + Number.parseInt(digit, 26))).join('')
}

/**
 * A face as far as a document uses it. Each pair of glyph and text has a code of its own, so that copied text is right where one
 * glyph shows several characters, such as a space and a no-break space.
 */
class EmbeddedFace {
  readonly reference: PDFKit.PDFKitReference
  readonly name: string
  private readonly codes: Code[] = [{ glyph: 0, width: 0, text: '' }]
  private readonly codeByUse = new Map<string, number>()
  private readonly subset: Subset
  private readonly document: PDFKit.PDFDocument
  private readonly face: Face
  private readonly index: number

  constructor(document: PDFKit.PDFDocument, face: Face, index: number) {
    this.document = document
    this.face = face
    this.index = index
    this.name = `F${index + 1}`
    this.reference = document.ref({})
    this.subset = face.font.createSubset()
  }

  /** The code of a glyph, as four hexadecimal digits. */
  encode({ id, text, width }: PlacedGlyph) {
    const use = `${id} ${text}`
    const known = this.codeByUse.get(use)
    if (known !== undefined) return hex(known)
    const code = this.codes.length
    this.codes.push({ glyph: this.subset.includeGlyph(id), width, text })
    this.codeByUse.set(use, code)
    return hex(code)
  }

  private stream(data: Buffer) {
    const reference = this.document.ref({})
    reference.end(data)
    return reference
  }

  private dictionary(data: object) {
    const reference = this.document.ref(data)
    reference.end(undefined)
    return reference
  }

  embed() {
    const { font } = this.face
    const scale = 1000 / font.unitsPerEm
    const name = `${subsetTag(this.index)}+${font.postscriptName}`
    const glyphs = Buffer.alloc(this.codes.length * 2)
    for (const [code, { glyph }] of this.codes.entries()) glyphs.writeUInt16BE(glyph, code * 2)
    const { minX, minY, maxX, maxY } = font.bbox

    const descriptor = this.dictionary({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: serif | symbolic | (font.italicAngle ? italic : 0),
      FontBBox: [minX, minY, maxX, maxY].map((value) => value * scale),
      ItalicAngle: font.italicAngle,
      Ascent: font.ascent * scale,
      Descent: font.descent * scale,
      CapHeight: (font.capHeight || font.ascent) * scale,
      StemV: 80,
      FontFile2: this.stream(Buffer.from(this.subset.encode())),
    })
    const descendant = this.dictionary({
      Type: 'Font',
      Subtype: 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: { Registry: new String('Adobe'), Ordering: new String('Identity'), Supplement: 0 },
      FontDescriptor: descriptor,
      CIDToGIDMap: this.stream(glyphs),
      W: [0, this.codes.map(({ width }) => width)],
    })
    Object.assign(this.reference.data, {
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: this.stream(Buffer.from(toUnicode(this.codes))),
    })
    this.reference.end(undefined)
  }
}

/** The fonts of one document, each with the glyphs that it uses. `embedAll` is called once, when all is drawn. */
export const embeddedFaces = (document: PDFKit.PDFDocument) => {
  const embedded = new Map<string, EmbeddedFace>()
  return {
    of(face: Face) {
      const known = embedded.get(face.key) ?? new EmbeddedFace(document, face, embedded.size)
      embedded.set(face.key, known)
      return known
    },
    embedAll() {
      for (const face of embedded.values()) face.embed()
    },
  }
}

export type EmbeddedFaces = ReturnType<typeof embeddedFaces>
