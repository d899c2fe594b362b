import { createActivityCheck } from './svg-activity.ts'
import { markedEncoding } from './text.ts'

/** `active`: a drawing in which something could run. `encoding`: in an encoding that is not read. `other`: not one well-formed drawing. */
export type DrawingVerdict = 'drawing' | 'active' | 'encoding' | 'other'

const name = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`
const quoted = `"[^"]*"|'[^']*'`
const attributes = String.raw`(?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`
// It is linear in a drawing, which has at most `maxSvgSize` bytes: it matches at one place, and each part ends at one character.
const piece = new RegExp(
  [
    '<!--[^]*?-->',
    String.raw`(?<instruction><\?[^]*?\?>)`,
    String.raw`<!\[CDATA\[[^]*?\]\]>`,
    String.raw`(?<doctype><!DOCTYPE(?:[^"'[\]>]|${quoted}|\[(?:[^"'\]]|${quoted})*\])*>)`,
    String.raw`<\/(?<closed>${name})\s*>`,
    String.raw`<(?<opened>${name})${attributes}\s*(?<empty>\/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)

// Drawing programs nest a few dozen elements; a browser needs memory for each level.
const maxDepth = 500
// An entity that refers to others grows with each level: a few lines become gigabytes in the browser that shows the drawing.
const nestsEntities = (doctype: string) => doctype.includes('<!ENTITY') && /[&%]/.test(doctype)

/** What the bytes are. It takes 200 ms for each megabyte of the worst input. */
export const inspectDrawing = (content: Uint8Array): DrawingVerdict => {
  const encoding = encodingOf(content)
  const text = encoding && decode(content, encoding)
  // UTF-16 without its mark is valid UTF-8 with zeros in between.
  if (text && !text.includes('\0')) return inspectText(text)
  return looksLikeXml(content) ? 'encoding' : 'other'
}

// These encodings write all that could run in the same bytes.
const singleByteEncoding = /^(?:us-ascii|iso-8859-\d+|windows-125\d)$/i
const declaredEncoding = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/i
const declarationBytes = 300

/**
 * The encoding in which browsers read a drawing: by its mark, else as it declares, else UTF-8. Null where it declares one in which the same
 * bytes could mean something else, such as ISO-2022-JP.
 */
const encodingOf = (content: Uint8Array) => {
  const marked = markedEncoding(content)
  if (marked) return marked
  const start = new TextDecoder('latin1').decode(content.subarray(0, declarationBytes))
  const declared = declaredEncoding.exec(start.replace(/^ï»¿/, ''))?.[1]
  // A declaration in bytes of one each is not in UTF-16, and browsers pass it over.
  if (!declared || /^utf-(?:8|16)$/i.test(declared) || start.startsWith('ï»¿')) return 'utf-8'
  return singleByteEncoding.test(declared) ? declared : null
}

const decode = (content: Uint8Array, encoding: string) => {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(content)
  } catch {
    return null
  }
}

/** Whether it begins as XML does, whatever the encoding: with `<`, in UTF-16 beside a zero. */
const looksLikeXml = (content: Uint8Array) =>
  markedEncoding(content) !== null ||
  /^(?:ï»¿)?\s{0,100}\0?<\0?[?!s]/i.test(
    new TextDecoder('latin1').decode(content.subarray(0, declarationBytes)),
  )

const inspectText = (text: string): DrawingVerdict => {
  const activity = createActivityCheck()
  const open: string[] = []
  let drawings = 0
  let isActive = false
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const start = piece.lastIndex
    const found = nextPiece(text)
    if (!found) return 'other'
    if (found.opened) {
      if (open.length === 0 && (++drawings > 1 || !/^(\w+:)?svg$/.test(found.opened))) return 'other'
      isActive ||= activity.tag(text.slice(start + 1 + found.opened.length, piece.lastIndex), found.opened)
      if (!found.empty && open.push(found.opened) > maxDepth) return 'other'
    } else if (found.closed) {
      if (open.pop() !== found.closed) return 'other'
    } else if (found.doctype) {
      if (nestsEntities(found.doctype)) return 'other'
      isActive ||= activity.doctype(found.doctype)
    } else if (found.instruction) {
      isActive ||= activity.instruction(found.instruction)
    } else if (found.text && open.length === 0 && found.text.trim() !== '') {
      return 'other'
    }
  }
  if (drawings !== 1 || open.length > 0) return 'other'
  return isActive ? 'active' : 'drawing'
}

const nextPiece = (text: string) => {
  try {
    return piece.exec(text)?.groups
  } catch (error) {
    // A piece is longer than the regular expression engine can match.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
