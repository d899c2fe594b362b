import { pictureFrame, pictureSettings, sameAgain, sequenceSettings } from './h264.ts'

const framesPerSecond = 10
const timescale = 1000
const frameTime = timescale / framesPerSecond

const box = (type: string, ...content: (Buffer | number[])[]): Buffer => {
  const body = Buffer.concat(content.map((part) => Buffer.from(part)))
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + body.length)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, body])
}
const long = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}
const short = (...values: number[]) => {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}
const zeros = (count: number) => Buffer.alloc(count)
const upright = long(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000)

/** Whose brand stands at the beginning: the same film is taken for an MP4 or for a QuickTime movie. */
const brands = {
  mp4: ['isom', 0x200, 'isomiso2avc1mp41'],
  mov: ['qt  ', 0x200, 'qt  '],
} as const

/** A film of a bar that moves to another place each second. */
export const movingPicture = (kind: keyof typeof brands, seconds: number): Buffer => {
  const size = { width: 128, height: 80 }
  const samples = Array.from({ length: seconds * framesPerSecond }, (_, index) =>
    index % framesPerSecond === 0
      ? pictureFrame(size, (index / framesPerSecond) % 8)
      : sameAgain(size, index % framesPerSecond),
  )
  const units = samples.map((unit) => Buffer.concat([long(unit.length), unit]))
  const [brand, version, others] = brands[kind]
  const start = box('ftyp', Buffer.from(brand), long(version), Buffer.from(others))
  const headBytes = start.length + movie(size, units, 0).length + 8
  return Buffer.concat([start, movie(size, units, headBytes), box('mdat', ...units)])
}

const movie = (size: { width: number; height: number }, units: Buffer[], dataAt: number) => {
  const { width, height } = size
  const duration = units.length * frameTime
  const [sequence, picture] = [sequenceSettings(size), pictureSettings()]
  const description = box(
    'avc1',
    zeros(6),
    short(1),
    zeros(16),
    short(width, height),
    long(0x480000, 0x480000, 0),
    short(1),
    zeros(32),
    short(24, 0xffff),
    box(
      'avcC',
      [1, 66, 0xc0, 30, 0xff, 0xe1],
      short(sequence.length),
      sequence,
      [1],
      short(picture.length),
      picture,
    ),
  )
  const whole = units.flatMap((_, index) => (index % framesPerSecond === 0 ? [index + 1] : []))
  const table = box(
    'stbl',
    box('stsd', long(0, 1), description),
    box('stts', long(0, 1, units.length, frameTime)),
    box('stss', long(0, whole.length, ...whole)),
    box('stsc', long(0, 1, 1, units.length, 1)),
    box('stsz', long(0, 0, units.length, ...units.map((unit) => unit.length))),
    box('stco', long(0, 1, dataAt)),
  )
  const media = box(
    'mdia',
    box('mdhd', long(0, 0, 0, timescale, duration), short(0x55c4, 0)),
    box('hdlr', long(0, 0), Buffer.from('vide'), zeros(12), Buffer.from('Video\0')),
    box(
      'minf',
      box('vmhd', long(1), zeros(8)),
      box('dinf', box('dref', long(0, 1), box('url ', long(1)))),
      table,
    ),
  )
  const track = box(
    'trak',
    box('tkhd', long(3, 0, 0, 1, 0, duration), zeros(16), upright, long(width << 16, height << 16)),
    media,
  )
  const head = box(
    'mvhd',
    long(0, 0, 0, timescale, duration, 0x10000),
    short(0x100, 0),
    zeros(8),
    upright,
    zeros(24),
    long(2),
  )
  return box('moov', head, track)
}
