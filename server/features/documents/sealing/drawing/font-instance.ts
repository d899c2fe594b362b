import { create, type Font } from 'fontkit'
import { type Table, withLongOffsets, writeSfnt } from './sfnt.ts'
import { writeShorts } from './woff2-glyphs.ts'

type Point = { x: number; y: number; isOnCurve: boolean }

/** The contours of an outline, whose curves are quadratic, as TrueType stores them. */
const contoursOf = (commands: { command: string; args: number[] }[]) => {
  const contours: Point[][] = []
  const add = (isOnCurve: boolean, x = 0, y = 0) =>
    contours.at(-1)?.push({ isOnCurve, x: Math.round(x), y: Math.round(y) })
  for (const { command, args } of commands) {
    if (command === 'moveTo') contours.push([])
    if (command === 'moveTo' || command === 'lineTo') add(true, args[0], args[1])
    if (command === 'quadraticCurveTo') {
      add(false, args[0], args[1])
      add(true, args[2], args[3])
    }
  }
  return contours.filter(({ length }) => length > 0)
}

const encodeGlyph = (contours: Point[][]) => {
  const points = contours.flat()
  if (points.length === 0) return Buffer.alloc(0)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const steps = (places: number[]) => places.map((place, index) => place - (places[index - 1] ?? 0))
  let end = -1
  const ends = contours.map(({ length }) => {
    end += length
    return end
  })
  const bounds = [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
  const data = Buffer.concat([
    writeShorts([contours.length, ...bounds, ...ends, 0]),
    Buffer.from(points.map(({ isOnCurve }) => Number(isOnCurve))),
    writeShorts([...steps(xs), ...steps(ys)]),
  ])
  return Buffer.concat([data, Buffer.alloc(-data.length & 3)])
}

const variationTables = new Set(['gvar', 'fvar', 'avar', 'HVAR', 'MVAR', 'STAT', 'prep', 'vhea', 'vmtx'])

/** A variable font at one weight, as a font that no longer varies: fontkit cannot subset one that does. */
export const instantiate = (tables: Table[], weight: number): Font => {
  const font = create(writeSfnt(tables)).getVariation({ wght: weight })
  const glyphCount = tables.find(({ tag }) => tag === 'maxp')?.data.readUInt16BE(4) ?? 0
  const glyphs = Array.from({ length: glyphCount }, (_, id) => font.getGlyph(id))
  const contours = glyphs.map(({ path }) => contoursOf(path.commands))
  const outlines = contours.map(encodeGlyph)

  const loca = Buffer.alloc((glyphCount + 1) * 4)
  let offset = 0
  for (const [id, outline] of outlines.entries()) {
    offset += outline.length
    loca.writeUInt32BE(offset, (id + 1) * 4)
  }
  const metrics = glyphs.flatMap(({ advanceWidth }, id) => {
    const outline = outlines[id]
    return [Math.round(advanceWidth), outline?.length ? outline.readInt16BE(2) : 0]
  })
  const replaced: Record<string, (data: Buffer) => Buffer> = {
    glyf: () => Buffer.concat(outlines),
    loca: () => loca,
    hmtx: () => writeShorts(metrics),
    head: withLongOffsets,
    maxp: (data) => {
      // Curves have points of their own here that were implied before.
      const counts = [
        Math.max(...contours.map((glyph) => glyph.flat().length)),
        Math.max(...contours.map(({ length }) => length)),
      ]
      return Buffer.concat([data.subarray(0, 6), writeShorts(counts), data.subarray(10)])
    },
    hhea: (data) => Buffer.concat([data.subarray(0, 34), writeShorts([glyphCount])]),
  }
  const fixed = tables
    .filter(({ tag }) => !variationTables.has(tag))
    .map(({ tag, data }) => ({ tag, data: replaced[tag]?.(data) ?? data }))
  return create(writeSfnt(fixed))
}
