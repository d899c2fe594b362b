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

/** Drawings have a megabyte at most. A larger one is read as one text, which would hold up everyone else, in bytes. */
export const maxSvgBytes = 5 * 1024 * 1024

let lastCheck: Promise<unknown> = Promise.resolve()

/**
 * Whether it is one well-formed SVG drawing. Script in one is no fault: a file is served so that it never runs. What matters
 * is that a page of HTML is not taken for a picture.
 */
export const isSvg = (bytes: FileBytes): Promise<boolean> => {
  // One after the other: each is in memory as a whole.
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
    // One piece of it is longer than the engine can go.
    if (error instanceof RangeError) return undefined
    throw error
  }
}
