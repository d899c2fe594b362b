import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { create, type Font } from 'fontkit'
import { describe, expect, test } from 'vitest'
import { instantiate } from './font-instance.ts'
import { readTables, writeSfnt } from './sfnt.ts'

const { resolve } = createRequire(import.meta.url)
const chinese = readFileSync(
  resolve('@fontsource-variable/noto-serif-sc/files/noto-serif-sc-100-wght-normal.woff2'),
)
const latin = (ending: string) =>
  readFileSync(resolve(`@fontsource/source-serif-4/files/source-serif-4-latin-400-normal.${ending}`))

type Count = { numGlyphs: number }
const outlines = (font: Font) =>
  Array.from({ length: (font as Font & Count).numGlyphs }, (_, id) => {
    const { path } = font.getGlyph(id)
    const commands = path.commands.map(({ command, args }) => [command, ...args.map(Math.round)].join(' '))
    // TrueType closes a contour by itself: a line back to its start may be left out.
    return commands.filter((command) => command !== 'closePath')
  })

describe.each([
  ['a WOFF file', latin('woff')],
  ['a WOFF2 file', latin('woff2')],
  ['a WOFF2 file of a variable font', chinese],
])('%s', (_name, file) => {
  test('becomes a plain font with the same outlines', () => {
    const expected = outlines(create(file))
    expect(expected.length).toBeGreaterThan(100)
    expect(outlines(create(writeSfnt(readTables(file))))).toEqual(expected)
  })
})

test('a variable font at one weight has the outlines of this weight, and so has its subset', () => {
  const tables = readTables(chinese)
  const varying = create(writeSfnt(tables)).getVariation({ wght: 400 })
  const font = instantiate(tables, 400)
  expect(font.variationAxes).toEqual({})
  const expected = outlines(varying)
  expect(outlines(font)).toEqual(expected)
  const widths = (of: Font) => [1, 2, 3, 80].map((id) => Math.round(of.getGlyph(id).advanceWidth))
  expect(widths(font)).toEqual(widths(varying))
  expect(expected).not.toEqual(outlines(create(chinese)))

  const subset = font.createSubset()
  const ids = [5, 30, 80]
  const places = ids.map((id) => subset.includeGlyph(id))
  const embedded = create(subset.encode())
  for (const [index, place] of places.entries()) {
    const path = embedded.getGlyph(place).path.commands
    expect(path).toEqual(font.getGlyph(ids[index] ?? 0).path.commands)
    expect(path.length).toBeGreaterThan(5)
  }
})

test('another file is refused', () => {
  expect(() => readTables(Buffer.from('OTTO and more'))).toThrow('neither WOFF nor WOFF2')
})
