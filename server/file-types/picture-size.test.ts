import { Readable } from 'node:stream'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { FileType } from '#contract/files/file-types.ts'
import { animatedGif, jpegOfSize, pngOfSize } from '#test/pictures.ts'
import { sampleFile } from '#test/sample-files.ts'
import type { FileBytes } from './file-bytes.ts'
import { pictureSize } from './picture-size.ts'

const bytesOf = (bytes: Buffer, chunkBytes = bytes.length): FileBytes => ({
  size: bytes.length,
  read: async (offset, length) => bytes.subarray(offset, offset + length),
  stream: async () =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
        bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
      ),
    ),
})
const sizeOf = (type: FileType, bytes: Buffer) => pictureSize(type, bytesOf(bytes))

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#246' } })
const large = Buffer.alloc(70_000, 'x').toString()

describe('the size of', () => {
  test.each(['png', 'jpg', 'jpeg', 'gif', 'webp'] as const)('a real %s', async (type) => {
    const bytes = await sampleFile(type)
    const { width, height, pages = 1 } = await sharp(bytes).metadata()
    expect(await sizeOf(type, bytes)).toEqual({ width, height, frames: pages })
    expect(await pictureSize(type, bytesOf(bytes, 7)), 'in small chunks').toEqual({
      width,
      height,
      frames: pages,
    })
  })

  test.each([
    ['png', blank(301, 40).png()],
    ['jpg', blank(301, 40).jpeg({ progressive: true })],
    ['jpg', blank(301, 40).withMetadata({ exif: { IFD0: { ImageDescription: large.slice(0, 60_000) } } })],
    ['webp', blank(301, 40).webp({ lossless: true })],
    ['webp', blank(301, 40).webp({ lossless: false })],
    [
      'webp',
      blank(301, 40)
        .webp()
        .withExif({ IFD0: { ImageDescription: 'x' } }),
    ],
    ['gif', blank(301, 40).gif()],
  ] as const)('a %s in another of its forms', async (type, drawn) => {
    const bytes = await drawn.toFormat(type === 'jpg' ? 'jpeg' : type).toBuffer()
    expect(await sizeOf(type, bytes)).toEqual({ width: 301, height: 40, frames: 1 })
  })

  test.each(['gif', 'webp'] as const)('an animated %s counts its frames', async (type) => {
    const pages = await Promise.all(
      ['#246', '#864', '#2a4'].map((background) =>
        sharp({ create: { width: 30, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    )
    const bytes = await sharp(pages, { join: { animated: true } })
      .toFormat(type)
      .toBuffer()
    expect(await sizeOf(type, bytes)).toEqual({ width: 30, height: 20, frames: 3 })
  })

  test('a picture that only announces its size', async () => {
    expect(await sizeOf('png', pngOfSize(60_000, 60_000))).toEqual({
      width: 60_000,
      height: 60_000,
      frames: 1,
    })
    expect(await sizeOf('png', pngOfSize(0, 5))).toMatchObject({ width: 0 })
    expect(await sizeOf('gif', animatedGif(5, 4, 5000))).toEqual({ width: 5, height: 4, frames: 5000 })
  })

  test('a GIF is the size of its largest frame', async () => {
    const bytes = animatedGif(5, 4, 2)
    bytes.writeUInt16LE(9000, bytes.length - 11)
    expect(await sizeOf('gif', bytes)).toMatchObject({ width: 9000, height: 4 })
  })

  test('an animated PNG counts the frames that it announces', async () => {
    const bytes = await blank(30, 20).png().toBuffer()
    const control = Buffer.from('000000086163544c000003e80000000000000000', 'hex')
    const animated = Buffer.concat([bytes.subarray(0, 33), control, bytes.subarray(33)])
    expect(await sizeOf('png', animated)).toEqual({ width: 30, height: 20, frames: 1000 })
  })
})

test.each(['png', 'jpg', 'gif', 'webp'] as const)(
  'a %s that is cut off has no size, or the whole one',
  async (type) => {
    const bytes = await sampleFile(type)
    const whole = await sizeOf(type, bytes)
    for (let length = 0; length < Math.min(bytes.length, 300); length++) {
      const size = await sizeOf(type, bytes.subarray(0, length))
      if (size) expect({ ...size, frames: whole?.frames }).toEqual(whole)
    }
  },
)

test.each(['png', 'jpg', 'gif', 'webp'] as const)(
  'any bytes after the signature of a %s come to an end',
  async (type) => {
    const head = (await sampleFile(type)).subarray(0, 16)
    for (const fill of [0, 0xff, 0x21, 0x2c, 0x01]) {
      const size = await sizeOf(type, Buffer.concat([head, Buffer.alloc(100_000, fill)]))
      expect(size === null || size.width >= 0).toBe(true)
    }
  },
)

test.each([0x01, 0x00, 0xd0, 0xd8])('a JPEG does not hide its size behind the marker %d', async (marker) => {
  const [large, small] = [jpegOfSize(60_000, 60_000), jpegOfSize(9, 9)]
  // If the bytes after the marker were read as a length, the true size would be skipped.
  const hidden = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, marker]), large.subarray(20)])
  const bytes = Buffer.concat([hidden, Buffer.alloc(0xffc0 - hidden.length + 4), small.subarray(2)])
  expect(await sizeOf('jpg', bytes)).toBeNull()
})

test('a file with no end of parts counts as endless', async () => {
  expect(await sizeOf('gif', animatedGif(1, 1, 30_000))).toMatchObject({ frames: Number.POSITIVE_INFINITY })
})

test('other files have no size', async () => {
  expect(await sizeOf('svg', Buffer.from('<svg width="9" height="9"/>'))).toBeNull()
})
