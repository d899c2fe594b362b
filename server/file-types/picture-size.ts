import type { FileType } from '#contract/files/file-types.ts'
import { ByteCursor } from './byte-cursor.ts'
import type { FileBytes } from './file-bytes.ts'
import { readHeicSize } from './heic.ts'

/** The width and height of a picture in pixels, and its number of frames: 1 unless it is animated. */
export interface PictureSize {
  width: number
  height: number
  frames: number
}

type Reader = (cursor: ByteCursor) => Promise<PictureSize | null>

// Pictures consist of far fewer parts, and searching more takes long.
const maxParts = 20_000

const latin = (bytes: Buffer, start: number, end: number) => bytes.toString('latin1', start, end)

/** The first chunk has the size. A chunk before the first data shows whether the picture is animated. */
const readPng: Reader = async (cursor) => {
  const header = await cursor.take(33)
  if (latin(header, 12, 16) !== 'IHDR') return null
  const size = { width: header.readUInt32BE(16), height: header.readUInt32BE(20), frames: 1 }
  for (let part = 0; part < maxParts; part++) {
    const chunk = await cursor.take(8)
    const [length, type] = [chunk.readUInt32BE(0), latin(chunk, 4, 8)]
    if (type === 'IDAT') return size
    if (type === 'acTL') size.frames = Math.max(1, (await cursor.take(4)).readUInt32BE(0))
    cursor.skip(length + 4 - (type === 'acTL' ? 4 : 0))
  }
  return null
}

const isFrameHeader = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
// These markers have no length, or begin the data. If one comes first, decoders would read other bytes as the size.
const isOutOfPlace = (marker: number) => marker < 0xc0 || (marker >= 0xd0 && marker <= 0xda)

const readJpeg: Reader = async (cursor) => {
  cursor.skip(2)
  for (let part = 0; part < maxParts; part++) {
    const lead = await cursor.take(2)
    if (lead[0] !== 0xff) return null
    let marker = lead[1] ?? 0
    // Any number of fill bytes can come before a marker.
    for (let fill = 0; marker === 0xff && fill < maxParts; fill++) marker = (await cursor.take(1))[0] ?? 0
    if (isOutOfPlace(marker)) return null
    const length = (await cursor.take(2)).readUInt16BE(0)
    if (isFrameHeader(marker)) {
      const frame = await cursor.take(5)
      return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1), frames: 1 }
    }
    cursor.skip(length - 2)
  }
  return null
}

const colorTableBytes = (flags: number) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)
const [gifExtension, gifFrame] = [0x21, 0x2c]

/** A frame can be larger than the screen that the header announces. Any other part ends the picture, as it does for browsers. */
const readGif: Reader = async (cursor) => {
  const screen = await cursor.take(13)
  const size = { width: screen.readUInt16LE(6), height: screen.readUInt16LE(8), frames: 0 }
  cursor.skip(colorTableBytes(screen[10] ?? 0))
  for (let part = 0; part < maxParts; part++) {
    const [kind] = await cursor.takeUpTo(1)
    if (kind === gifExtension) cursor.skip(1)
    else if (kind === gifFrame) {
      const frame = await cursor.take(9)
      size.width = Math.max(size.width, frame.readUInt16LE(0) + frame.readUInt16LE(4))
      size.height = Math.max(size.height, frame.readUInt16LE(2) + frame.readUInt16LE(6))
      size.frames += 1
      cursor.skip(colorTableBytes(frame[8] ?? 0) + 1)
    } else return size.frames > 0 ? size : null
    await cursor.skipBlocks()
  }
  return { ...size, frames: Number.POSITIVE_INFINITY }
}

/** Returns the size that a chunk of a WebP states for the picture or its only frame; null for other chunks. */
const webpSizeOf = (type: string, data: Buffer) => {
  if (type === 'VP8X') return { width: data.readUIntLE(4, 3) + 1, height: data.readUIntLE(7, 3) + 1 }
  if (type === 'VP8 ') return { width: data.readUInt16LE(6) & 0x3fff, height: data.readUInt16LE(8) & 0x3fff }
  if (type !== 'VP8L') return null
  const bits = data.readUInt32LE(1)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const readWebp: Reader = async (cursor) => {
  cursor.skip(12)
  const size = { width: 0, height: 0, frames: 0 }
  let isStated = false
  for (let part = 0; part < maxParts; part++) {
    const chunk = await cursor.takeUpTo(8)
    if (chunk.length < 8) return isStated ? { ...size, frames: Math.max(1, size.frames) } : null
    const [type, length] = [latin(chunk, 0, 4), chunk.readUInt32LE(4)]
    const data = await cursor.takeUpTo(Math.min(length, 10))
    const stated = webpSizeOf(type, data)
    if (stated) {
      // Decoders refuse a picture if any of its chunks states a width or height of 0.
      if (stated.width === 0 || stated.height === 0) return { ...stated, frames: 1 }
      isStated = true
      size.width = Math.max(size.width, stated.width)
      size.height = Math.max(size.height, stated.height)
    }
    if (type === 'ANMF') size.frames += 1
    cursor.skip(length + (length % 2) - data.length)
  }
  return { ...size, frames: Number.POSITIVE_INFINITY }
}

const readers: Partial<Record<FileType, Reader>> = {
  png: readPng,
  jpg: readJpeg,
  jpeg: readJpeg,
  gif: readGif,
  webp: readWebp,
  heic: readHeicSize,
  heif: readHeicSize,
}

/** Whether a file of this type has a size in pixels. A drawing (svg) has none. */
export const isPicture = (type: FileType) => readers[type] !== undefined

/** Reads the size of a picture without decoding it. Null when the file is cut off or malformed before the size is known. */
export const pictureSize = async (type: FileType, bytes: FileBytes): Promise<PictureSize | null> => {
  const read = readers[type]
  if (!read) return null
  const stream = await bytes.stream()
  try {
    return await read(new ByteCursor(stream))
  } catch (error) {
    // The file ends before a number that its structure refers to.
    if (error instanceof RangeError) return null
    throw error
  } finally {
    stream.destroy()
  }
}
