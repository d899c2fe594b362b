import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

const chunk = (type: string, data: Buffer) => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** A PNG of a few bytes whose header claims a size, in pixels, for which it has almost no data. */
export const pngOfSize = (width: number, height: number) => {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 6, 0, 0, 0], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = chunk('IDAT', deflateSync(Buffer.alloc(1000)))
  return Buffer.concat([signature, chunk('IHDR', header), data, chunk('IEND', Buffer.alloc(0))])
}

/** A GIF whose frames have one pixel each, on a canvas of this size. */
export const animatedGif = (width: number, height: number, frames: number) => {
  const screen = Buffer.from('47494638396100000000800000000000ffffff', 'hex')
  screen.writeUInt16LE(width, 6)
  screen.writeUInt16LE(height, 8)
  const frame = Buffer.from('2c0000000001000100000202440100', 'hex')
  return Buffer.concat([screen, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])])
}

/** A lossy WebP whose header claims a size. */
export const webpOfSize = (width: number, height: number) => {
  const data = Buffer.from('3001009d012a00000000'.padEnd(40, '0'), 'hex')
  data.writeUInt16LE(width, 6)
  data.writeUInt16LE(height, 8)
  const lengths = [Buffer.alloc(4), Buffer.alloc(4)] as const
  lengths[0].writeUInt32LE(data.length + 12)
  lengths[1].writeUInt32LE(data.length)
  return Buffer.concat([Buffer.from('RIFF'), lengths[0], Buffer.from('WEBPVP8 '), lengths[1], data])
}

/** A JPEG whose header claims a size. */
export const jpegOfSize = (width: number, height: number) => {
  const jpeg = Buffer.from('ffd8ffe000104a46494600010100000100010000ffc0000b080000000001011100ffda', 'hex')
  jpeg.writeUInt16BE(height, 25)
  jpeg.writeUInt16BE(width, 27)
  return jpeg
}

/** A picture of one color. */
export const pictureOf = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'png') =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
    .toFormat(format)
    .toBuffer()

/** The smallest picture. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)
