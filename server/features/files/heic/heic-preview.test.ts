import { describe, expect, test } from 'vitest'
import { heic, heicOfSize, turnedHeic } from '#test/heic.ts'
import { loadSharp } from '../load-sharp.ts'
import { decodeHeic } from './decode-heic.ts'
import { drawHeic } from './heic-preview.ts'

/** Returns the size of a picture, and whether its corners are red or blue: upper left, upper right, lower left, lower right. */
const seen = async (picture: Buffer | null) => {
  const sharp = await loadSharp()
  const { data, info } = await sharp(picture ?? undefined)
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  const colorAt = (x: number, y: number) => {
    const at = (y * width + x) * channels
    return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue'
  }
  const [right, bottom] = [width - 4, height - 4]
  return {
    width,
    height,
    corners: [colorAt(3, 3), colorAt(right, 3), colorAt(3, bottom), colorAt(right, bottom)],
  }
}

describe('a photo from an iPhone', () => {
  test('is drawn as a JPEG', async () => {
    const drawn = await drawHeic(heic)
    expect(drawn?.subarray(0, 3)).toEqual(Buffer.from('ffd8ff', 'hex'))
    expect(await seen(drawn)).toEqual({ width: 96, height: 64, corners: ['red', 'blue', 'red', 'blue'] })
  })

  test('is upright, however the camera was turned', async () => {
    expect(await seen(await drawHeic(turnedHeic()))).toEqual({
      width: 64,
      height: 96,
      corners: ['red', 'red', 'blue', 'blue'],
    })
  })

  test.each([
    ['is cut off', heic.subarray(0, -60)],
    ['has no pixels', heic.subarray(0, 300)],
    ['states more pixels than a picture may have', heicOfSize(20_000, 20_000)],
    ['is noise behind its beginning', Buffer.concat([heic.subarray(0, 28), Buffer.alloc(400, 0xa5)])],
    ['is empty', Buffer.alloc(0)],
  ])('that %s is not drawn', async (_what, bytes) => {
    expect(await decodeHeic(bytes)).toBeNull()
  })
})
