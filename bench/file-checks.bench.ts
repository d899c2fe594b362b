// Checks uploads of the worst file of each kind that fits its limit. Goals: no check blocks other requests for more than 50 ms or needs
// more memory than three files of 50 MB.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { type FileType, maxFileSize, maxSvgSize } from '#contract/files/file-types.ts'
import { requireFileOfType } from '#server/features/files/check-file.ts'
import { drawThumbnail, hasThumbnailOf } from '#server/features/files/thumbnails.ts'
import { fileBytesOf } from '#server/file-types/file-bytes.ts'
import { createDiskStore } from '#server/storage/disk-store.ts'
import { animatedGif, pngOfSize, webpOfSize } from '#test/pictures.ts'
import { report } from './report.ts'

const rounds = 5
const maxBlockMs = 50
const maxGrowthMb = 150
const megabyte = 2 ** 20

/** Repeats a piece of text up to a size. */
const filled = (start: string, piece: string | Buffer, end = '', size = maxFileSize) => {
  const [head, tail, each] = [Buffer.from(start, 'latin1'), Buffer.from(end), Buffer.from(piece)]
  const times = Math.floor((size - head.length - tail.length) / each.length)
  return Buffer.concat([head, Buffer.alloc(times * each.length, each), tail])
}
const svg = (start: string, piece: string, end = '') => filled(start, piece, end, maxSvgSize)

/** Creates an archive whose directory lists entries with names of this length. */
const archive = (nameLength: number) => {
  const local = Buffer.alloc(31)
  local.write('PK\x03\x04', 'latin1')
  local.writeUInt8(1, 26)
  const entry = Buffer.alloc(46 + nameLength, 97)
  entry.fill(0, 0, 46)
  entry.write('PK\x01\x02', 'latin1')
  entry.writeUInt16LE(nameLength, 28)
  const entries = Math.min(65_534, Math.floor((maxFileSize - 100) / entry.length))
  const directory = Buffer.alloc(entries * entry.length, entry)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(entries, 8)
  end.writeUInt16LE(entries, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(local.length, 16)
  return Buffer.concat([local, directory, end])
}

const wide = Buffer.from('é', 'utf16le')
const emptyChunk = Buffer.from('\0\0\0\0teXt\0\0\0\0', 'latin1')
const compoundFile = () => {
  const bytes = Buffer.alloc(maxFileSize)
  bytes.write('d0cf11e0a1b11ae1', 'hex')
  bytes.writeUInt16LE(12, 30)
  return bytes
}

const worst: [string, FileType, () => Buffer][] = [
  ['a text', 'txt', () => filled('', 'a')],
  ['a table in an older encoding', 'csv', () => Buffer.alloc(maxFileSize, 0xe9)],
  ['a text in UTF-16', 'txt', () => filled('\xff\xfe', wide)],
  ['a drawing of attributes', 'svg', () => svg('<svg', ' a=""', '/>')],
  ['a drawing of elements', 'svg', () => svg('<svg>', '<g/>', '</svg>')],
  ['a drawing of levels', 'svg', () => svg('<svg>', '<g>')],
  ['a drawing of quotes', 'svg', () => svg('<!DOCTYPE svg [', '"a"', ']><svg/>')],
  ['a drawing of entities', 'svg', () => svg('<!DOCTYPE svg [', '<!ENTITY ', ']><svg/>')],
  ['a drawing of references', 'svg', () => svg('<svg a="', '&', '"/>')],
  ['a drawing of one comment', 'svg', () => svg('<svg><!--', ' ', '--></svg>')],
  ['an archive of many entries', 'pptx', () => archive(700)],
  ['an archive of long names', 'zip', () => archive(45_000)],
  ['a compound file', 'doc', compoundFile],
  ['an archive as music', 'mp3', () => filled('', `PK\x03\x04${'\0'.repeat(22)}\x01\0\0\0x`)],
  ['a picture that announces 3,600 megapixels', 'png', () => pngOfSize(60_000, 60_000)],
  [
    'a picture of empty chunks',
    'png',
    () => filled(pngOfSize(9, 9).subarray(0, 33).toString('latin1'), emptyChunk),
  ],
  [
    'a GIF of 3 million frames',
    'gif',
    () => filled('', animatedGif(9, 9, 1).subarray(19, -1)).fill(animatedGif(9, 9, 1).subarray(0, 19), 0, 19),
  ],
  [
    'a GIF of one-byte blocks',
    'gif',
    () => filled(animatedGif(9, 9, 1).subarray(0, 30).toString('latin1'), '\x01x'),
  ],
  ['a WebP of empty chunks', 'webp', () => filled(webpOfSize(9, 9).toString('latin1'), 'ANMF\0\0\0\0')],
]

const folder = await mkdtemp(join(tmpdir(), 'portal-checks-'))
const store = createDiskStore(folder)

/** Measures the longest time that checking a file blocks, in ms, and the growth of memory meanwhile, in MB. */
const measure = async (type: FileType, size: number) => {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 10)
  const delay = monitorEventLoopDelay({ resolution: 2 })
  delay.enable()
  await sleep(20)
  delay.reset()
  await requireFileOfType(type, fileBytesOf(store, 'files/checked', size), 'library').catch(() => {})
  await sleep(10)
  delay.disable()
  clearInterval(watch)
  return {
    blockMs: delay.max / 1e6,
    growthMb: (Math.max(peak, process.memoryUsage().rss) - before) / megabyte,
  }
}

try {
  for (const [what, type, make] of worst) {
    const bytes = make()
    await store.write('files/checked', Readable.from([bytes]), bytes.length)
    const found = []
    for (let round = 0; round < rounds; round += 1) found.push(await measure(type, bytes.length))
    const within = (limit: number) => ({
      text: `at most ${limit}`,
      reached: (measured: number) => measured <= limit,
    })
    const blocks = found.map(({ blockMs }) => blockMs)
    report(`${what} blocks`, 'ms', blocks, { name: 'limit', values: [maxBlockMs] }, within(maxBlockMs))
    const growths = found.map(({ growthMb }) => growthMb)
    report(`${what} needs`, 'MB', growths, { name: 'limit', values: [maxGrowthMb] }, within(maxGrowthMb))
    // Files that are already stored get thumbnails, too, so drawing must stay within the limit as well.
    if (hasThumbnailOf(type) && bytes.length < megabyte) {
      const before = process.memoryUsage().rss
      const drawn = await drawThumbnail(bytes)
      const growth = (process.memoryUsage().rss - before) / megabyte
      report(
        `drawing ${what}: ${drawn ? 'a thumbnail' : 'none'},`,
        'MB',
        [growth],
        { name: 'limit', values: [maxGrowthMb] },
        within(maxGrowthMb),
      )
    }
  }
} finally {
  await rm(folder, { recursive: true, force: true })
}
