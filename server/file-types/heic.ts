import type { ByteCursor } from './byte-cursor.ts'

/** How many bytes are needed to see whether a file may be a photo from an iPhone. */
export const heicSignatureBytes = 12

/** Whether a file begins as HEIC does. Videos begin in the same way, so the decoder has the last word. */
export const hasHeicSignature = (start: Buffer) =>
  /^(?:hei[cmsx]|hev[cmsx]|mif1|msf1)$/.test(start.toString('latin1', 8, 12)) &&
  start.toString('latin1', 4, 8) === 'ftyp'

// The boxes before the pixels describe each tile of a photo. Those of a photo with a hundred megapixels need far less.
const maxMetaBytes = 2 ** 20
const maxBoxes = 1000

/** Reads the boxes in a part of a file; each has a length, four letters and its content. @throws RangeError for a box that does not fit */
const boxesIn = (bytes: Buffer): { type: string; content: Buffer }[] => {
  const boxes = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    if (length < 8 || at + length > bytes.length) throw new RangeError('a box ends elsewhere')
    boxes.push({
      type: bytes.toString('latin1', at + 4, at + 8),
      content: bytes.subarray(at + 8, at + length),
    })
    at += length
  }
  return boxes
}

const inside = (boxes: ReturnType<typeof boxesIn>, type: string, skipped = 0) =>
  boxes.filter((box) => box.type === type).flatMap(({ content }) => boxesIn(content.subarray(skipped)))

/** Finds the largest size in a photo: the photo states its own size and that of each tile. */
const largestIn = (meta: Buffer) => {
  const properties = inside(inside(boxesIn(meta.subarray(4)), 'iprp'), 'ipco')
  const sizes = properties
    .filter(({ type }) => type === 'ispe')
    .map(({ content }) => ({ width: content.readUInt32BE(4), height: content.readUInt32BE(8), frames: 1 }))
  return sizes.sort((a, b) => b.width * b.height - a.width * a.height)[0] ?? null
}

/** Reads the size of a photo from an iPhone without decoding it; null when it states none. @throws RangeError when the file is cut off */
export const readHeicSize = async (cursor: ByteCursor) => {
  for (let box = 0; box < maxBoxes; box++) {
    const head = await cursor.take(8)
    const length = head.readUInt32BE(0) - 8
    if (head.toString('latin1', 4, 8) === 'meta') {
      return length > maxMetaBytes ? null : largestIn(await cursor.take(length))
    }
    cursor.skip(length)
  }
  return null
}
