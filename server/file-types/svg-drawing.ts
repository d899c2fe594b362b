import { createActivityCheck } from './svg-activity.ts'
import { markedEncoding } from './text.ts'

/** `active`: a drawing in which something could run. `other`: not one well-formed drawing. */
export type DrawingVerdict = 'drawing' | 'active' | 'other'

const name = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`
const quoted = `"[^"]*"|'[^']*'`
const attributes = String.raw`(?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`
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
  const text = decode(content)
  return text === null ? 'other' : inspectText(text)
}

const decode = (content: Uint8Array) => {
  try {
    return new TextDecoder(markedEncoding(content) ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

// In these, all that could run is written in the same bytes.
const declaredEncoding = /\sencoding\s*=\s*["'](?!(?:utf-8|utf-16|us-ascii|iso-8859-\d+|windows-125\d)["'])/i

/** Not where the XML declaration has browsers read the bytes in another way, such as ISO-2022-JP. */
const isAsDecoded = (instruction: string) =>
  !/^<\?xml\s/i.test(instruction) || !declaredEncoding.test(instruction)

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
      if (!isAsDecoded(found.instruction)) return 'other'
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
