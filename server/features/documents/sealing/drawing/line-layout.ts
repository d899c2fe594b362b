import bidiFactory from 'bidi-js'
import type { Face, FontStyle } from './faces.ts'
import { breakOffsets, cutIntoGraphemes } from './line-breaks.ts'
import { codePointName, faceAfter, type PlacedGlyph, shapeRun } from './shaping.ts'

/** `size` in points; `isMarked` has a ground of its own. */
export type TextStyle = {
  size: number
  font: FontStyle
  color: string
  isMarked?: boolean
}

/** A piece of a paragraph. An isolated one does not change the direction of what is around it. */
export type Span = { text: string; style: TextStyle; isIsolated?: boolean }

/** Glyphs in one font and style; `advance` in points. */
export type Run = {
  face: Face
  style: TextStyle
  glyphs: PlacedGlyph[]
  advance: number
  level: number
  actual?: string
}

/** Runs from left to right. The width leaves out the space at the end. */
export type Line = { runs: Run[]; width: number }

type Character = { text: string; style: TextStyle; level: number }
type Word = { characters: Character[]; runs: Run[]; space: Run[]; width: number; spaceWidth: number }

const bidi = bidiFactory()
const rightToLeft =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const directionMark = /\p{Bidi_Control}/gu
const missingStyle = (style: TextStyle): TextStyle => ({ ...style, size: style.size * 0.8 })

/** The level of each UTF-16 unit of the spans' text, none if all is left to right. Marks of direction are shown by name, and do not act. */
const levelsOf = (spans: Span[]): number[] => {
  const whole = spans.map(({ text }) => text).join('')
  if (!rightToLeft.test(whole)) return []
  const plain = spans.map(({ text }) => text.replace(directionMark, '\ufffc'))
  const isolated = plain.map((text, index) => (spans[index]?.isIsolated ? `\u2068${text}\u2069` : text))
  const { levels } = bidi.getEmbeddingLevels(isolated.join(''), 'ltr')
  let at = 0
  return plain.flatMap((text, index) => {
    const start = at + (isolated[index] === text ? 0 : 1)
    at += isolated[index]?.length ?? 0
    return [...levels.subarray(start, start + text.length)]
  })
}

const mirrored = (text: string) =>
  Array.from(text, (character) => bidi.getMirroredCharacter(character) ?? character).join('')

/** Brackets open to the other side from right to left, and are copied as they were written. */
const shapeMirrored = (text: string, face: Face) => {
  const shown = mirrored(text)
  const shaped = shapeRun(shown, face, 'rtl')
  if (shown === text) return shaped
  const glyphs = shaped.glyphs.map((glyph) => ({ ...glyph, text: mirrored(glyph.text) }))
  return { ...shaped, glyphs, ...(shaped.actual ? { actual: text } : {}) }
}

const makeRun = (text: string, face: Face, style: TextStyle, level: number, isRightToLeft: boolean): Run => {
  const { glyphs, advance, actual } = isRightToLeft ? shapeMirrored(text, face) : shapeRun(text, face, 'ltr')
  const size = style.size * face.scale
  return {
    face,
    style: face.scale === 1 ? style : { ...style, size },
    level,
    glyphs,
    advance: (advance * size) / 1000,
    ...(actual ? { actual } : {}),
  }
}

/** Cuts characters into runs of one face, style and level, and shapes these. */
const shapeCharacters = (characters: Character[]): Run[] => {
  const runs: Run[] = []
  let pending: (Character & { face: Face }) | undefined
  const flush = () => {
    if (!pending) return
    const { text, face, style, level } = pending
    runs.push(makeRun(text, face, style, level, level % 2 === 1))
    pending = undefined
  }
  for (const { text, style, level } of characters) {
    const face = faceAfter(text, style.font, pending?.face ?? null)
    if (!face) {
      const name = codePointName(text.codePointAt(0) ?? 0)
      const latin = faceAfter('U', style.font, null)
      flush()
      if (latin) runs.push(makeRun(name, latin, missingStyle(style), level, false))
    } else if (pending && pending.face === face && pending.style === style && pending.level === level) {
      pending.text += text
    } else {
      flush()
      pending = { text, face, style, level }
    }
  }
  flush()
  return runs
}

const widthOf = (runs: Run[]) => runs.reduce((sum, { advance }) => sum + advance, 0)

const makeWord = (characters: Character[]): Word => {
  const spaces = characters.length - characters.findLastIndex(({ text }) => text !== ' ') - 1
  const runs = shapeCharacters(characters.slice(0, characters.length - spaces))
  const space = shapeCharacters(characters.slice(characters.length - spaces))
  return { characters, runs, space, width: widthOf(runs), spaceWidth: widthOf(space) }
}

/** Cuts a word that is wider than a line into parts that are not. */
const cutWord = (word: Word, maxWidth: number): Word[] => {
  const units = cutIntoGraphemes(word.characters.map(({ text }) => text).join(''))
  const parts: Character[][] = [[]]
  let at = 0
  let width = 0
  const add = (unit: Character[], unitWidth: number) => {
    if (width + unitWidth > maxWidth && parts.at(-1)?.length) {
      parts.push([])
      width = 0
    }
    parts.at(-1)?.push(...unit)
    width += unitWidth
  }
  for (const unit of units) {
    const end = at + Array.from(unit).length
    const characters = word.characters.slice(at, end)
    const unitWidth = widthOf(shapeCharacters(characters))
    if (unitWidth <= maxWidth) add(characters, unitWidth)
    // One emoji of many characters may stand as many names.
    else for (const character of characters) add([character], widthOf(shapeCharacters([character])))
    at = end
  }
  return parts.map(makeWord)
}

/** The order of runs on the line, by rule L2 of the Unicode bidirectional algorithm. */
const reorder = (runs: Run[]): Run[] => {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      if ((ordered[start]?.level ?? 0) < level) continue
      let end = start
      while ((ordered[end]?.level ?? -1) >= level) end++
      ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = end
    }
  }
  return ordered
}

const makeLine = (words: Word[]): Line => {
  const last = words.at(-1)
  const runs = words.flatMap((word) => (word === last ? word.runs : [...word.runs, ...word.space]))
  // The space at the end keeps the words of two lines apart when they are copied.
  const space = (last?.space ?? []).map((run) => ({ ...run, style: { ...run.style, isMarked: false } }))
  return { runs: [...reorder(runs), ...space], width: widthOf(runs) }
}

const charactersOf = (spans: Span[]): Character[] => {
  const levels = levelsOf(spans)
  let at = 0
  return spans.flatMap(({ text, style }) =>
    Array.from(text, (character) => {
      const level = levels[at] ?? 0
      at += character.length
      return { text: character, style, level }
    }),
  )
}

const wordsOf = (spans: Span[]): Word[] => {
  const characters = charactersOf(spans)
  const text = characters.map((character) => character.text).join('')
  let at = 0
  let offset = 0
  return breakOffsets(text).map((end) => {
    const start = at
    while (offset < end) {
      offset += characters[at]?.text.length ?? end
      at++
    }
    return makeWord(characters.slice(start, at))
  })
}

const layoutLine = (spans: Span[], maxWidth: number): Line[] => {
  const lines: Line[] = []
  let words: Word[] = []
  let width = 0
  const flush = () => {
    if (words.length > 0) lines.push(makeLine(words))
    words = []
    width = 0
  }
  for (const whole of wordsOf(spans)) {
    if (width > 0 && width + whole.width > maxWidth) flush()
    for (const word of whole.width > maxWidth ? cutWord(whole, maxWidth) : [whole]) {
      if (width > 0 && width + word.width > maxWidth) flush()
      words.push(word)
      width += word.width + word.spaceWidth
    }
  }
  flush()
  return lines.length > 0 ? lines : [{ runs: [], width: 0 }]
}

/** Cuts spans where their text has line breaks; the indent after one belongs to the plain text alone. */
const splitLines = (spans: Span[]): Span[][] => {
  const lines: Span[][] = [[]]
  for (const span of spans) {
    for (const [index, text] of span.text.normalize('NFC').split(/\n */).entries()) {
      if (index > 0) lines.push([])
      if (text) lines.at(-1)?.push({ ...span, text })
    }
  }
  return lines
}

/** The lines of a paragraph, at most `maxWidth` points wide; a word that is wider is cut. */
export const layoutLines = (spans: Span[], maxWidth: number): Line[] =>
  splitLines(spans).flatMap((line) => layoutLine(line, maxWidth))

/** The same lines of about equal length, for titles. */
export const balanceLines = (spans: Span[], maxWidth: number): Line[] => {
  const lines = layoutLines(spans, maxWidth)
  let [tooNarrow, wideEnough] = [0, maxWidth]
  while (wideEnough - tooNarrow > 4) {
    const middle = (tooNarrow + wideEnough) / 2
    if (layoutLines(spans, middle).length > lines.length) tooNarrow = middle
    else wideEnough = middle
  }
  return layoutLines(spans, wideEnough)
}
