import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'
import { instantiate } from './font-instance.ts'
import { readTables, writeSfnt } from './sfnt.ts'

/** How a text is set; fonts that lack a style are taken in their regular one. */
export type FontStyle = 'regular' | 'semibold' | 'italic'

/** A font of one slice of a family. `script` is its OpenType tag, `scale` what its letters need to look as large as the others. */
export type Face = { key: string; font: Font; script: string; scale: number }

type Range = readonly [first: number, last: number]
type Slice = { folder: string; file: (style: FontStyle) => string; script: string; ranges: Range[] }

const { resolve } = createRequire(import.meta.url)

const parseRanges = (ranges: string): Range[] =>
  ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

const readPackage = (name: string) => {
  const file = resolve(`${name}/unicode.json`)
  const ranges: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return { folder: join(dirname(file), 'files'), ranges }
}

const weights: Record<FontStyle, string> = {
  regular: '400-normal',
  semibold: '600-normal',
  italic: '400-italic',
}

/** Slices of a family by their names, each with its script. */
const family = (name: string, slices: Record<string, string>, hasItalic = false): Slice[] => {
  const { folder, ranges } = readPackage(`@fontsource/${name}`)
  return Object.entries(slices).map(([slice, script]) => ({
    folder,
    script,
    ranges: parseRanges(ranges[slice] ?? ''),
    file: (style) => `${name}-${slice}-${weights[style === 'italic' && !hasItalic ? 'regular' : style]}.woff`,
  }))
}

/** A family with thousands of characters, cut into numbered slices. */
const numberedFamily = (name: string, script: string): Slice[] => {
  const { folder, ranges } = readPackage(`@fontsource-variable/${name}`)
  return Object.entries(ranges).flatMap(([key, range]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1]
    if (!number) return []
    return { folder, script, ranges: parseRanges(range), file: () => `${name}-${number}-wght-normal.woff2` }
  })
}

const once = <Value>(make: () => Value) => {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

const sourceSerif = once(() =>
  family(
    'source-serif-4',
    {
      latin: 'latn',
      'latin-ext': 'latn',
      vietnamese: 'latn',
      greek: 'grek',
      cyrillic: 'cyrl',
      'cyrillic-ext': 'cyrl',
    },
    true,
  ),
)
const otherScripts = once(() => [
  ...family('noto-serif-hebrew', { hebrew: 'hebr' }),
  ...family('noto-naskh-arabic', { arabic: 'arab' }),
  ...family('noto-serif-devanagari', { devanagari: 'dev2' }),
  ...family('noto-serif-thai', { thai: 'thai' }),
])
const korean = once(() => numberedFamily('noto-serif-kr', 'hang'))
const chinese = once(() => numberedFamily('noto-serif-sc', 'hani'))

/** The slices that may have a character, the best first; each family is listed only once it is needed. */
function* slicesFor(codePoint: number): Generator<Slice> {
  const isHangul = /\p{Script=Hangul}/u.test(String.fromCodePoint(codePoint))
  const lists = isHangul ? [korean, chinese] : [sourceSerif, otherScripts, chinese, korean]
  for (const list of lists) {
    for (const slice of list()) {
      if (slice.ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) yield slice
    }
  }
}

const openFont = (path: string): Font => {
  const tables = readTables(readFileSync(path))
  const isVariable = tables.some(({ tag }) => tag === 'fvar')
  return isVariable ? instantiate(tables, 400) : create(writeSfnt(tables))
}

// fontkit keeps one object a glyph, with the characters of whoever asked first.
const withOwnCharacters = (font: Font) => {
  const getGlyph = font.getGlyph.bind(font)
  font.getGlyph = (id, codePoints) => {
    const glyph = getGlyph(id)
    return codePoints ? Object.create(glyph, { codePoints: { value: codePoints } }) : glyph
  }
  return font
}

const faces = new Map<string, Face>()

const openFace = ({ folder, file, script }: Slice, style: FontStyle): Face => {
  const key = file(style)
  const known = faces.get(key)
  if (known) return known
  const font = withOwnCharacters(openFont(join(folder, key)))
  const face = { key, font, script, scale: script === 'arab' ? 1.2 : 1 }
  faces.set(key, face)
  return face
}

const facesByCharacter = new Map<string, Face | null>()

const findFace = (codePoint: number, style: FontStyle) => {
  for (const slice of slicesFor(codePoint)) {
    const face = openFace(slice, style)
    if (face.font.hasGlyphForCodePoint(codePoint)) return face
  }
  return null
}

/** The face that has a character, or null where no font has it. Fonts are read when they are first needed, and kept. */
export const faceFor = (codePoint: number, style: FontStyle): Face | null => {
  const key = `${style} ${codePoint}`
  const known = facesByCharacter.get(key)
  if (known !== undefined) return known
  const face = findFace(codePoint, style)
  // All of Unicode is a million characters.
  if (facesByCharacter.size > 50_000) facesByCharacter.clear()
  facesByCharacter.set(key, face)
  return face
}
