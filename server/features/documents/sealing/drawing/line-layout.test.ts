import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Line, layoutLines, type Span } from './line-layout.ts'
import { styles } from './paper.ts'

const layout = (text: string, maxWidth = 200) =>
  layoutLines([{ text, style: styles.body, isIsolated: true }], maxWidth)

/** What runs stand for, in the order of the line; right-to-left runs from their right end, but the names of characters. */
const runTexts = ({ runs }: Line) =>
  runs.map(({ actual, glyphs, level }) => {
    const fromLeft = glyphs.map(({ text }) => text)
    if (actual) return actual
    return (level % 2 && fromLeft[1] !== 'U' ? fromLeft.reverse() : fromLeft).join('')
  })
const lineTexts = (lines: Line[]) => lines.map((line) => runTexts(line).join(''))

/** The characters of a text in one order, those that stand as a name among them. */
const sorted = (text: string) =>
  Array.from(
    text.replace(/\[U\+([0-9A-F]{4,6})\]/g, (_, digits: string) =>
      String.fromCodePoint(Number.parseInt(digits, 16)),
    ),
  )
    .filter((character) => character !== ' ')
    .sort()
    .join('')

test('lines break between words, and keep the space that divides them', () => {
  expect(lineTexts(layout('one two three four five six seven eight nine ten eleven twelve'))).toEqual([
    'one two three four five six seven eight ',
    'nine ten eleven twelve',
  ])
})

test('a line break of the text begins a line, without its indent', () => {
  expect(lineTexts(layout('first\n    second'))).toEqual(['first', 'second'])
})

test('a word that is wider than the line is cut, and no line is too wide', () => {
  const lines = layout(`short ${'W'.repeat(60)}`)
  expect(lineTexts(lines).join('')).toBe(`short ${'W'.repeat(60)}`)
  expect(Math.max(...lines.map(({ width }) => width))).toBeLessThanOrEqual(200)
})

test('Chinese breaks between characters, and Thai between words', () => {
  expect(layout('漢字'.repeat(40)).length).toBeGreaterThan(3)
  const thai = lineTexts(layout('โรงแรมริมน้ำกรุงเทพมหานคร', 40))
  expect(thai.join('')).toBe('โรงแรมริมน้ำกรุงเทพมหานคร')
  expect(thai.slice(0, 2)).toEqual(['โรงแรม', 'ริมน้ำ'])
})

test('Hebrew runs from the right, its numbers from the left, and the sentence around it stays as it is', () => {
  const spans: Span[] = [
    { text: 'between ', style: styles.body },
    { text: 'שלום 2026 (אב)', style: styles.value, isIsolated: true },
    { text: ' 15 days', style: styles.body },
  ]
  const [line] = layoutLines(spans, 500)
  const visual = line?.runs.flatMap(({ glyphs }) => glyphs.map(({ text }) => text)).join('')
  expect(visual).toBe('between )בא( 2026 םולש 15 days')
  const brackets = line?.runs.flatMap(({ glyphs }) => glyphs).filter(({ text }) => /[()]/.test(text))
  const [plain] = layoutLines([{ text: '()', style: styles.body }], 500)
  const shapes = plain?.runs.flatMap(({ glyphs }) => glyphs.map(({ id }) => id))
  // The one that was written second stands first, and opens to the right.
  expect(brackets?.map(({ id }) => id)).toEqual(shapes)
})

test('Arabic letters are joined', () => {
  const glyphs = (text: string) =>
    layout(text)[0]?.runs.flatMap((run) => run.glyphs.map(({ id }) => id)) ?? []
  const alone = glyphs('ه')[0]
  const [end, middle, start] = glyphs('ههه')
  expect(new Set([alone, end, middle, start]).size).toBe(4)
})

test('the ring of a Thai AM lies below the tone mark, and the text stays as it was written', () => {
  const [run] = layout('น้ำ')[0]?.runs ?? []
  expect(run?.glyphs.map(({ text }) => text)).toEqual(['น', '\u0e4d', '\u0e49', '\u0e32'])
  expect(run?.actual).toBe('น้ำ')
  const [, ring = 0, tone = 0] = (run?.glyphs ?? []).map(
    ({ id, dy }) => (run?.face.font.getGlyph(id).bbox.minY ?? 0) + dy,
  )
  expect(tone).toBeGreaterThan(ring)
})

const scripts = 'aA1 (]-/.,fiاللهمَشשלבּקक्षिर्ำกน้한汉あ😀\u200d\u0301\u00ad\u200b\u00a0€'
const anyText = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({ unit: fc.constantFrom(...scripts), maxLength: 60 }),
)

test('no character of any text is dropped, doubled or off the paper', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const value = text.toWellFormed().replace(/\n/g, ' ')
      const lines = layout(value, 120)
      expect(sorted(lineTexts(lines).join(''))).toBe(sorted(value.normalize('NFC')))
      for (const { width, runs } of lines) {
        // A ligature of a whole sentence can be wider, and is not to be broken.
        const widest = Math.max(120, ...runs.flatMap(({ glyphs }) => glyphs.map(({ advance }) => advance)))
        expect(width).toBeLessThanOrEqual(widest)
      }
    }),
    { numRuns: 500 },
  )
})
