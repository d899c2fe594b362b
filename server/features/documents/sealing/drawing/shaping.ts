import { type Face, type FontStyle, faceFor } from './faces.ts'

/** A glyph of a font; widths and offsets in thousandths of the font's size, `text` what it stands for ('' for none). */
export type PlacedGlyph = {
  id: number
  text: string
  width: number
  advance: number
  dx: number
  dy: number
}

/** Glyphs from left to right. `actual` is the text where the glyphs do not show it one by one. */
export type ShapedRun = { face: Face; glyphs: PlacedGlyph[]; advance: number; actual?: string }

const shapedRuns = new Map<string, ShapedRun>()
const maxKnownRuns = 20_000

/** In Thai, the ring of the vowel AM lies below the tone mark that is written before it; fontkit does not know. */
const inThaiOrder = (text: string) =>
  text.replace(/([\u0e31\u0e34-\u0e37\u0e47-\u0e4e]{0,8})\u0e33/g, '\u0e4d$1\u0e32')

const shape = (text: string, face: Face, direction: 'ltr' | 'rtl'): ShapedRun => {
  const { font, script } = face
  const scale = 1000 / font.unitsPerEm
  const ordered = script === 'thai' ? inThaiOrder(text) : text
  const { glyphs, positions } = font.layout(ordered, {}, script, undefined, direction)
  const placed = glyphs.map((glyph, index): PlacedGlyph => {
    const position = positions[index]
    return {
      id: glyph.id,
      text: String.fromCodePoint(...glyph.codePoints),
      width: glyph.advanceWidth * scale,
      advance: (position?.xAdvance ?? glyph.advanceWidth) * scale,
      dx: (position?.xOffset ?? 0) * scale,
      dy: (position?.yOffset ?? 0) * scale,
    }
  })
  const advance = placed.reduce((sum, glyph) => sum + glyph.advance, 0)
  const shown = (direction === 'rtl' ? placed.toReversed() : placed).map((glyph) => glyph.text).join('')
  // Readers take a vowel sign that is set back for the begin of a word, but only from left to right.
  const isSetBack = direction === 'ltr' && placed.some(({ dx, advance: own }) => dx !== 0 || own === 0)
  return { face, glyphs: placed, advance, ...(shown === text && !isSetBack ? {} : { actual: text }) }
}

/** The glyphs of a text in one face, joined and in the order in which they stand on the line. */
export const shapeRun = (text: string, face: Face, direction: 'ltr' | 'rtl'): ShapedRun => {
  const key = `${direction} ${face.key} ${text}`
  const known = shapedRuns.get(key)
  if (known) return known
  const run = shape(text, face, direction)
  if (shapedRuns.size >= maxKnownRuns) shapedRuns.clear()
  shapedRuns.set(key, run)
  return run
}

/** A character for which there is no font, as `[U+1F600]`. */
export const codePointName = (codePoint: number) =>
  `[U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}]`

const joiners = /[\u200c\u200d]/
const joiningScripts = new Set(['arab', 'dev2'])
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u
const mark = /\p{M}/u

/** The face of a character that follows another: marks and joiners stay with their base where its face has them. */
export const faceAfter = (character: string, style: FontStyle, previous: Face | null): Face | null => {
  const codePoint = character.codePointAt(0) ?? 0
  if (joiners.test(character)) return previous && joiningScripts.has(previous.script) ? previous : null
  if (invisible.test(character)) return null
  if (previous && mark.test(character) && previous.font.hasGlyphForCodePoint(codePoint)) return previous
  return faceFor(codePoint, style)
}
