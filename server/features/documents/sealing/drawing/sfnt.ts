import { brotliDecompressSync, inflateSync } from 'node:zlib'
import { restoreGlyphs, restoreMetrics } from './woff2-glyphs.ts'

/** A table of a font under its tag of four characters. */
export type Table = { tag: string; data: Buffer }

/** An OpenType font (SFNT) of TrueType outlines. Its checksums are zero. */
export const writeSfnt = (tables: Table[]): Buffer => {
  const header = Buffer.alloc(12 + tables.length * 16)
  header.writeUInt32BE(0x00010000, 0)
  header.writeUInt16BE(tables.length, 4)
  const parts: Buffer[] = [header]
  let offset = header.length
  for (const [index, { tag, data }] of tables.entries()) {
    const entry = 12 + index * 16
    header.write(tag, entry, 'latin1')
    header.writeUInt32BE(offset, entry + 8)
    header.writeUInt32BE(data.length, entry + 12)
    const padding = Buffer.alloc(-data.length & 3)
    parts.push(data, padding)
    offset += data.length + padding.length
  }
  return Buffer.concat(parts)
}

const ofWoff = (file: Buffer): Table[] => {
  return Array.from({ length: file.readUInt16BE(12) }, (_, index) => {
    const entry = 44 + index * 20
    const offset = file.readUInt32BE(entry + 4)
    const compressed = file.subarray(offset, offset + file.readUInt32BE(entry + 8))
    const isCompressed = compressed.length < file.readUInt32BE(entry + 12)
    return {
      tag: file.toString('latin1', entry, entry + 4),
      data: isCompressed ? inflateSync(compressed) : compressed,
    }
  })
}

// The tags that a directory of WOFF2 names by number.
const knownTags =
  'cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill'

const tagOf = (number: number) => knownTags.slice(number * 5, number * 5 + 4)

const ofWoff2 = (file: Buffer): Table[] => {
  let at = 48
  const readBase128 = () => {
    for (let value = 0; ; ) {
      const byte = file.readUInt8(at++)
      value = value * 128 + (byte & 0x7f)
      if (byte < 0x80) return value
    }
  }
  const entries = Array.from({ length: file.readUInt16BE(12) }, () => {
    const flags = file.readUInt8(at++)
    const isNamed = (flags & 0x3f) === 0x3f
    const tag = isNamed ? file.toString('latin1', at, at + 4) : tagOf(flags & 0x3f)
    if (isNamed) at += 4
    const length = readBase128()
    // Version 0 of the outlines is the transformed one; of all other tables it is the plain one.
    const isTransformed = tag === 'glyf' || tag === 'loca' ? flags >> 6 === 0 : flags >> 6 !== 0
    return { tag, isTransformed, length: isTransformed ? readBase128() : length }
  })
  const stream = brotliDecompressSync(file.subarray(at, at + file.readUInt32BE(20)))
  let offset = 0
  const stored = entries.map(({ tag, isTransformed, length }) => {
    const data = stream.subarray(offset, offset + length)
    offset += length
    return { tag, isTransformed, data }
  })
  return restoreTables(stored)
}

/** The table `head` for offsets of 32 bits in `loca`. */
export const withLongOffsets = (table: Buffer): Buffer => {
  const head = Buffer.from(table)
  head.writeInt16BE(1, 50)
  return head
}

const restoreTables = (stored: (Table & { isTransformed: boolean })[]): Table[] => {
  const outlines = stored.find(({ tag }) => tag === 'glyf')
  if (!outlines?.isTransformed) return stored
  const { glyf, loca, lefts } = restoreGlyphs(outlines.data)
  const hhea = stored.find(({ tag }) => tag === 'hhea')
  return stored.map(({ tag, isTransformed, data }) => {
    if (tag === 'glyf') return { tag, data: glyf }
    if (tag === 'loca') return { tag, data: loca }
    if (tag === 'hmtx' && isTransformed && hhea) {
      return { tag, data: restoreMetrics(data, hhea.data.readUInt16BE(34), lefts) }
    }
    return { tag, data: tag === 'head' ? withLongOffsets(data) : data }
  })
}

/**
 * The tables of a font in a WOFF or WOFF2 file.
 * @throws Error if the file is neither
 */
export const readTables = (file: Buffer): Table[] => {
  const signature = file.toString('latin1', 0, 4)
  if (signature === 'wOFF') return ofWoff(file)
  if (signature === 'wOF2') return ofWoff2(file)
  throw new Error('The font is neither WOFF nor WOFF2')
}
