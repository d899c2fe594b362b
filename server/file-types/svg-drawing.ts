import { createActivityCheck } from './svg-activity.ts'
import { markedEncoding } from './text.ts'

/** `active`: something in the drawing could run. `encoding`: the encoding is not supported. `other`: not one well-formed drawing. */
export type DrawingVerdict = 'drawing' | 'active' | 'encoding' | 'other'

const name = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`
const quoted = `"[^"]*"|'[^']*'`
const attributes = String.raw`(?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`
// The expression is linear in a drawing of at most `maxSvgSize` bytes: it matches at one place, and each part ends at one character.
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

// Drawing programs nest a few dozen elements. A browser needs memory for each level.
const maxDepth = 500
// If entities refer to others, their size grows with each level: a few lines become gigabytes in the browser that shows the drawing.
const nestsEntities = (doctype: string) => doctype.includes('<!ENTITY') && /[&%]/.test(doctype)

/** Inspects the bytes of a drawing. The worst input takes 200 ms per megabyte. */
export const inspectDrawing = (content: Uint8Array): DrawingVerdict => {
  const encoding = encodingOf(content)
  const text = encoding && decode(content, encoding)
  // UTF-16 without a byte order mark is valid UTF-8 with zeros in between.
  if (text && !text.includes('\0')) return inspectText(text)
  return looksLikeXml(content) ? 'encoding' : 'other'
}

// In these encodings, everything that could run has the same bytes as in ASCII.
const singleByteEncoding = /^(?:us-ascii|iso-8859-\d+|windows-125\d)$/i
const declaredEncoding = /^<\?xml\s[^>]{0,200}?\sencoding\s{0,9}=\s{0,9}["']([^"']{1,40})["']/i
const declarationBytes = 300

/**
 * Returns the encoding in which browsers read a drawing: that of its byte order mark, or else the declared one, or else UTF-8. Null when
 * the declared encoding, such as ISO-2022-JP, could give the same bytes another meaning.
 */
const encodingOf = (content: Uint8Array) => {
  const marked = markedEncoding(content)
  if (marked) return marked
  const start = new TextDecoder('latin1').decode(content.subarray(0, declarationBytes))
  const declared = declaredEncoding.exec(start.replace(/^ï»¿/, ''))?.[1]
  // A declaration that is readable byte by byte is not in UTF-16, so browsers ignore a declared UTF-16.
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

/** Whether the bytes begin like XML in any encoding: with `<`, which has a zero beside it in UTF-16. */
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
    // The piece is longer than the regular expression engine can match.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
