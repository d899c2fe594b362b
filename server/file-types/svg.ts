import { buffer } from 'node:stream/consumers'
import type { FileBytes } from './file-bytes.ts'
import { markedEncoding } from './text.ts'

const name = String.raw`[\p{L}_:][\p{L}\p{N}_:.\-]*`
const quoted = `"[^"]*"|'[^']*'`
const attributes = String.raw`(?:\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*`
const piece = new RegExp(
  [
    '<!--[^]*?-->',
    String.raw`<\?[^]*?\?>`,
    String.raw`<!\[CDATA\[[^]*?\]\]>`,
    String.raw`<!DOCTYPE(?:[^"'[\]>]|${quoted}|\[(?:[^"'\]]|${quoted})*\])*>`,
    String.raw`<\/(?<closed>${name})\s*>`,
    String.raw`<(?<opened>${name})${attributes}\s*(?<empty>\/?)>`,
    '(?<text>[^<]+)',
  ].join('|'),
  'uy',
)

/** In bytes. Parsing a larger drawing in memory would block other requests. */
export const maxSvgBytes = 5 * 1024 * 1024

let lastCheck: Promise<unknown> = Promise.resolve()

/**
 * Whether it is one well-formed SVG drawing. Scripts are allowed, since files are served so that they never run; an HTML page must
 * not pass as an image.
 */
export const isSvg = (bytes: FileBytes): Promise<boolean> => {
  // One at a time, because each is in memory as a whole.
  const check = lastCheck.then(() => checkSvg(bytes))
  lastCheck = check.catch(() => {})
  return check
}

const checkSvg = async (bytes: FileBytes) => {
  if (bytes.size > maxSvgBytes) return false
  const content = await buffer(await bytes.stream())
  const text = decode(content)
  return text !== null && isDrawing(text)
}

const decode = (content: Buffer) => {
  try {
    return new TextDecoder(markedEncoding(content) ?? 'utf-8', { fatal: true }).decode(content)
  } catch {
    return null
  }
}

const isDrawing = (text: string) => {
  const open: string[] = []
  let drawings = 0
  piece.lastIndex = 0
  while (piece.lastIndex < text.length) {
    const found = nextPiece(text)
    if (!found) return false
    if (found.opened) {
      if (open.length === 0 && (++drawings > 1 || !/^(\w+:)?svg$/.test(found.opened))) return false
      if (!found.empty) open.push(found.opened)
    } else if (found.closed) {
      if (open.pop() !== found.closed) return false
    } else if (found.text && open.length === 0 && found.text.trim() !== '') {
      return false
    }
  }
  return drawings === 1 && open.length === 0
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
