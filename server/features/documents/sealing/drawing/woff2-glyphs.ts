// The transformed tables of WOFF2, https://www.w3.org/TR/WOFF2/#table_tranforms

class Reader {
  data: Buffer
  at = 0
  constructor(data: Buffer) {
    this.data = data
  }
  byte() {
    return this.data.readUInt8(this.at++)
  }
  short() {
    this.at += 2
    return this.data.readInt16BE(this.at - 2)
  }
  take(length: number) {
    this.at += length
    return this.data.subarray(this.at - length, this.at)
  }
  /** 255UInt16 */
  count() {
    const code = this.byte()
    if (code === 253) return this.short() & 0xffff
    if (code === 254) return this.byte() + 506
    return code === 255 ? this.byte() + 253 : code
  }
}

type Point = { dx: number; dy: number; isOnCurve: boolean }

const signed = (isPositive: number, value: number) => (isPositive & 1 ? value : -value)

const readPoint = (flags: Reader, glyphs: Reader): Point => {
  const byte = flags.byte()
  const isOnCurve = byte < 0x80
  const flag = byte & 0x7f
  const first = glyphs.byte()
  if (flag < 10) return { isOnCurve, dx: 0, dy: signed(flag, ((flag & 14) << 7) + first) }
  if (flag < 20) return { isOnCurve, dx: signed(flag, (((flag - 10) & 14) << 7) + first), dy: 0 }
  if (flag < 84) {
    const rest = flag - 20
    return {
      isOnCurve,
      dx: signed(flag, 1 + (rest & 0x30) + (first >> 4)),
      dy: signed(flag >> 1, 1 + ((rest & 0x0c) << 2) + (first & 0x0f)),
    }
  }
  const second = glyphs.byte()
  if (flag < 120) {
    const rest = flag - 84
    return {
      isOnCurve,
      dx: signed(flag, 1 + (Math.floor(rest / 12) << 8) + first),
      dy: signed(flag >> 1, 1 + (((rest % 12) >> 2) << 8) + second),
    }
  }
  const third = glyphs.byte()
  if (flag < 124) {
    return {
      isOnCurve,
      dx: signed(flag, (first << 4) + (second >> 4)),
      dy: signed(flag >> 1, ((second & 0x0f) << 8) + third),
    }
  }
  return {
    isOnCurve,
    dx: signed(flag, (first << 8) + second),
    dy: signed(flag >> 1, (third << 8) + glyphs.byte()),
  }
}

const boundsOf = (points: Point[]) => {
  let [x, y] = [0, 0]
  const places = points.map(({ dx, dy }) => {
    x += dx
    y += dy
    return { x, y }
  })
  const xs = places.map((place) => place.x)
  const ys = places.map((place) => place.y)
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** Numbers of 16 bits, big-endian. */
export const writeShorts = (values: number[]) => {
  const buffer = Buffer.alloc(values.length * 2)
  for (const [index, value] of values.entries()) buffer.writeInt16BE(value, index * 2)
  return buffer
}

/** A composite glyph is stored as it stands; only its length has to be found. */
const readComposite = (composites: Reader) => {
  const start = composites.at
  let hasInstructions = false
  for (let flags = 0x20; flags & 0x20; ) {
    flags = composites.short()
    hasInstructions ||= (flags & 0x100) !== 0
    const scale = flags & 0x08 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0
    composites.take(2 + (flags & 1 ? 4 : 2) + scale)
  }
  return { data: composites.data.subarray(start, composites.at), hasInstructions }
}

/** The tables `glyf` and `loca` (32 bits) of a transformed `glyf`, and the left edge of each glyph, in units of the font. */
export const restoreGlyphs = (table: Buffer) => {
  const glyphCount = table.readUInt16BE(4)
  let at = 36
  const [contours, counts, flags, glyphs, composites, bounds] = Array.from({ length: 6 }, (_, index) => {
    const length = table.readUInt32BE(8 + index * 4)
    at += length
    return new Reader(table.subarray(at - length, at))
  }) as [Reader, Reader, Reader, Reader, Reader, Reader]
  const instructions = new Reader(table.subarray(at))
  const bitmap = bounds.take(((glyphCount + 31) >> 5) << 2)
  const ownBounds = (glyph: number) =>
    bitmap.readUInt8(glyph >> 3) & (0x80 >> (glyph & 7))
      ? [bounds.short(), bounds.short(), bounds.short(), bounds.short()]
      : undefined

  const simpleGlyph = (glyph: number, contourCount: number) => {
    const lengths = Array.from({ length: contourCount }, () => counts.count())
    let last = -1
    const ends = lengths.map((length) => {
      last += length
      return last
    })
    const points = Array.from({ length: last + 1 }, () => readPoint(flags, glyphs))
    const code = instructions.take(glyphs.count())
    return Buffer.concat([
      writeShorts([contourCount, ...(ownBounds(glyph) ?? boundsOf(points)), ...ends, code.length]),
      code,
      Buffer.from(points.map(({ isOnCurve }) => Number(isOnCurve))),
      writeShorts([...points.map(({ dx }) => dx), ...points.map(({ dy }) => dy)]),
    ])
  }

  const compositeGlyph = (glyph: number) => {
    const { data, hasInstructions } = readComposite(composites)
    const code = hasInstructions ? instructions.take(glyphs.count()) : undefined
    const head = writeShorts([-1, ...(ownBounds(glyph) ?? [0, 0, 0, 0])])
    return Buffer.concat(code ? [head, data, writeShorts([code.length]), code] : [head, data])
  }

  const parts: Buffer[] = []
  const loca = Buffer.alloc((glyphCount + 1) * 4)
  const lefts: number[] = []
  let offset = 0
  for (let glyph = 0; glyph < glyphCount; glyph++) {
    const contourCount = contours.short()
    if (contourCount !== 0) {
      const data = contourCount > 0 ? simpleGlyph(glyph, contourCount) : compositeGlyph(glyph)
      lefts.push(data.readInt16BE(2))
      parts.push(data, Buffer.alloc(-data.length & 3))
      offset += (data.length + 3) & ~3
    } else lefts.push(0)
    loca.writeUInt32BE(offset, (glyph + 1) * 4)
  }
  return { glyf: Buffer.concat(parts), loca, lefts }
}

/** The table `hmtx` of a transformed one, which leaves out the left edges that the outlines give. */
export const restoreMetrics = (table: Buffer, metricCount: number, lefts: number[]) => {
  const reader = new Reader(table)
  const flags = reader.byte()
  const advances = Array.from({ length: metricCount }, () => reader.short())
  const proportional = advances.map((_, glyph) => (flags & 1 ? (lefts[glyph] ?? 0) : reader.short()))
  const rest = lefts.slice(metricCount).map((left) => (flags & 2 ? left : reader.short()))
  return writeShorts([...advances.flatMap((advance, glyph) => [advance, proportional[glyph] ?? 0]), ...rest])
}
