// Just enough of H.264 (ITU-T H.264, baseline profile) for a film: pictures whose samples stand in them as they are, and ones
// that say "as before".

interface Size {
  width: number
  height: number
}

const block = 16
const blocksOf = ({ width, height }: Size) => (width / block) * (height / block)

const bitWriter = () => {
  let bits = ''
  const writer = {
    /** `count` bits, the highest first. */
    plain(value: number, count: number) {
      bits += value.toString(2).padStart(count, '0')
      return writer
    },
    /** Numbers in the code of the standard that is short for small ones. */
    coded(...values: number[]) {
      for (const value of values) {
        const binary = (value + 1).toString(2)
        bits += '0'.repeat(binary.length - 1) + binary
      }
      return writer
    },
    align() {
      bits = bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')
      return writer
    },
    /** A one, and zeros to the end of the byte. */
    end: () => writer.plain(1, 1).align().bytes(),
    bytes: () => Buffer.from(bits.match(/.{8}/g)?.map((byte) => Number.parseInt(byte, 2)) ?? []),
  }
  return writer
}

/** Three bytes that would look like the start of another unit get one between. */
const unit = (header: number, ...parts: Buffer[]) => {
  const bytes: number[] = [header]
  let zeros = 0
  for (const byte of Buffer.concat(parts)) {
    if (zeros >= 2 && byte <= 3) {
      bytes.push(3)
      zeros = 0
    }
    bytes.push(byte)
    zeros = byte === 0 ? zeros + 1 : 0
  }
  return Buffer.from(bytes)
}

export const sequenceSettings = ({ width, height }: Size) =>
  unit(
    0x67,
    bitWriter()
      .plain(66, 8) // baseline profile
      .plain(0xc0, 8)
      .plain(30, 8) // level 3
      .coded(0, 0, 2, 1) // frame numbers of four bits, shown as they come, one picture remembered
      .plain(0, 1)
      .coded(width / block - 1, height / block - 1)
      .plain(0b1100, 4)
      .end(),
  )

export const pictureSettings = () =>
  unit(
    0x68,
    bitWriter().coded(0, 0).plain(0, 2).coded(0, 0, 0).plain(0, 3).coded(0, 0, 0).plain(0b100, 3).end(),
  )

/** A whole picture: a bright bar at one of eight places on a dark ground. */
export const pictureFrame = (size: Size, place: number) => {
  const start = bitWriter()
    .coded(0, 7, 0)
    .plain(0, 4)
    .coded(place % 2) // two whole pictures in a row differ in this
    .plain(0, 2)
    .coded(0, 1)
  const columns = size.width / block
  const parts: Buffer[] = []
  for (let index = 0; index < blocksOf(size); index++) {
    const isBar = index % columns === place
    const writer = index === 0 ? start : bitWriter()
    parts.push(
      writer.coded(25).align().bytes(),
      Buffer.alloc(256, isBar ? 200 : 90),
      Buffer.alloc(128, isBar ? 110 : 140),
    )
  }
  return unit(0x65, ...parts, Buffer.from([0x80]))
}

/** The picture before once more. `number` counts from the last whole one. */
export const sameAgain = (size: Size, number: number) =>
  unit(0x41, bitWriter().coded(0, 5, 0).plain(number, 4).plain(0, 3).coded(0, 1, blocksOf(size)).end())
