import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Blob, Face } from 'harfbuzzjs'
import subsetFont from 'subset-font'

export type FontStyle = 'regular' | 'semibold' | 'italic'

/** A font as the typesetting engine reads it, under a family name that no other font has. */
export type LoadedFont = { name: string; data: Buffer; characters: Set<number> }

/** The part of a font family for some ranges of characters. Families that lack a style use their regular style instead. */
type Slice = {
  ranges: [first: number, last: number][]
  postScriptName: string
  isVariable: boolean
  file: (style: FontStyle) => string
}

const { resolve } = createRequire(import.meta.url)

const parseRanges = (ranges: string): Slice['ranges'] =>
  ranges.split(',').map((range) => {
    const [first = '', last = first] = range.trim().replace(/^U\+/i, '').split('-')
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
  })

const readPackage = (name: string) => {
  const file = resolve(`${name}/unicode.json`)
  const ranges: Record<string, string> = JSON.parse(readFileSync(file, 'utf8'))
  return { files: join(dirname(file), 'files'), ranges: Object.entries(ranges) }
}

const endings: Record<FontStyle, string> = {
  regular: '400-normal',
  semibold: '600-normal',
  italic: '400-italic',
}

const family = (name: string, postScriptName: string, slices: string[], hasStyles = false): Slice[] => {
  const { files, ranges } = readPackage(`@fontsource/${name}`)
  return ranges
    .filter(([slice]) => slices.includes(slice))
    .map(([slice, characters]) => ({
      ranges: parseRanges(characters),
      postScriptName,
      isVariable: false,
      file: (style) => join(files, `${name}-${slice}-${endings[hasStyles ? style : 'regular']}.woff`),
    }))
}

/** Lists the slices of a font family with thousands of characters, whose slices are numbered. */
const numberedFamily = (name: string, postScriptName: string): Slice[] => {
  const { files, ranges } = readPackage(`@fontsource-variable/${name}`)
  return ranges.flatMap(([key, characters]) => {
    const number = /^\[(\d+)\]$/.exec(key)?.[1]
    if (!number) return []
    const file = join(files, `${name}-${number}-wght-normal.woff2`)
    return { ranges: parseRanges(characters), postScriptName, isVariable: true, file: () => file }
  })
}

const once = (list: () => Slice[]) => {
  let listed: Slice[] | undefined
  return () => {
    listed ??= list()
    return listed
  }
}

const european = ['latin', 'latin-ext', 'vietnamese', 'greek', 'cyrillic', 'cyrillic-ext']
const sourceSerif = once(() => family('source-serif-4', 'SourceSerif4', european, true).toReversed())
const otherScripts = once(() => [
  ...family('noto-serif-hebrew', 'NotoSerifHebrew', ['hebrew']),
  ...family('amiri', 'Amiri', ['arabic']),
  ...family('noto-serif-devanagari', 'NotoSerifDevanagari', ['devanagari']),
  ...family('noto-serif-thai', 'NotoSerifThai', ['thai']),
])
const korean = once(() => numberedFamily('noto-serif-kr', 'NotoSerifKR'))
const chinese = once(() => numberedFamily('noto-serif-sc', 'NotoSerifSC'))

/** Yields the slices that may have a character, the best first. Each family is listed only when it is needed. */
function* slicesFor(codePoint: number): Generator<Slice> {
  const isHangul = /\p{Script=Hangul}/u.test(String.fromCodePoint(codePoint))
  const lists = isHangul ? [korean, chinese] : [sourceSerif, otherScripts, chinese, korean]
  for (const list of lists) {
    for (const slice of list()) {
      if (slice.ranges.some(([first, last]) => first <= codePoint && codePoint <= last)) yield slice
    }
  }
}

/** Builds the table of a font's names, with the two names that the engine and PDF need. */
const nameTable = (family: string, postScriptName: string) => {
  // In OpenType, 1 is the id of the family name, and 6 that of the PostScript name.
  const names = [
    { id: 1, text: Buffer.from(family, 'utf16le').swap16() },
    { id: 6, text: Buffer.from(postScriptName, 'utf16le').swap16() },
  ]
  const header = Buffer.alloc(6 + names.length * 12)
  header.writeUInt16BE(names.length, 2)
  header.writeUInt16BE(header.length, 4)
  let offset = 0
  for (const [index, { id, text }] of names.entries()) {
    // The first three values mean Windows, Unicode and American English.
    for (const [at, value] of [3, 1, 0x409, id, text.length, offset].entries()) {
      header.writeUInt16BE(value, 6 + index * 12 + at * 2)
    }
    offset += text.length
  }
  return Buffer.concat([header, ...names.map(({ text }) => text)])
}

/** Gives a font other names. The engine chooses fonts by their family name, which is the same for all slices of a family. */
const renamed = (font: Buffer, family: string, postScriptName: string) => {
  const table = nameTable(family, postScriptName)
  const start = Math.ceil(font.length / 4) * 4
  const result = Buffer.concat([font, Buffer.alloc(start - font.length), table])
  const entry = result.indexOf('name', 12, 'latin1')
  result.writeUInt32BE(start, entry + 8)
  result.writeUInt32BE(table.length, entry + 12)
  return result
}

const load = async (path: string, postScriptName: string, isVariable: boolean): Promise<LoadedFont> => {
  const font = await subsetFont(readFileSync(path), undefined, {
    keepAllGlyphs: true,
    targetFormat: 'truetype',
    ...(isVariable && { variationAxes: { wght: 400 } }),
  })
  // The name includes the file extension, since the engine drops words such as “normal” from the end of a name.
  const name = basename(path)
  const characters = new Set(new Face(new Blob(font)).collectUnicodes())
  return { name, data: renamed(font, name, postScriptName), characters }
}

const loading = new Map<string, Promise<LoadedFont>>()

const fontOf = (slice: Slice, style: FontStyle) => {
  const path = slice.file(style)
  const font = loading.get(path) ?? load(path, `${slice.postScriptName}-${style}`, slice.isVariable)
  loading.set(path, font)
  return font
}

const sliceByCharacter = new Map<number, Slice | undefined>()

const findSlice = async (codePoint: number) => {
  if (sliceByCharacter.has(codePoint)) return sliceByCharacter.get(codePoint)
  let found: Slice | undefined
  for (const slice of slicesFor(codePoint)) {
    const { characters } = await fontOf(slice, 'regular')
    if (!characters.has(codePoint)) continue
    found = slice
    break
  }
  // Unicode has more than a million characters, too many to remember.
  if (sliceByCharacter.size > 50_000) sliceByCharacter.clear()
  sliceByCharacter.set(codePoint, found)
  return found
}

/**
 * Returns the fonts for the given characters, as far as there are any, the best first for each style. Fonts are read when they are first
 * needed, and stay in memory.
 */
export const fontsFor = async (characters: Iterable<string>): Promise<Record<FontStyle, LoadedFont[]>> => {
  const [latin] = sourceSerif()
  const slices = new Set<Slice>(latin ? [latin] : [])
  for (const character of characters) {
    const slice = await findSlice(character.codePointAt(0) ?? 0)
    if (slice) slices.add(slice)
  }
  const ofStyle = (style: FontStyle) => Promise.all(Array.from(slices, (slice) => fontOf(slice, style)))
  const regular = await ofStyle('regular')
  const semibold = await ofStyle('semibold')
  const italic = await ofStyle('italic')
  // An italic may lack a character that the regular font has.
  return { regular, semibold: [...semibold, ...regular], italic: [...italic, ...regular] }
}
