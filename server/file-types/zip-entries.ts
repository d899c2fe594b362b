import type { FileBytes } from './file-bytes.ts'

const localHeader = 0x04034b50
const centralHeader = 0x02014b50
const endRecord = 0x06054b50
const endRecordLength = 22
const maxCommentBytes = 0xffff
// Room for some ten thousand names: no document has as many parts, and what an archive holds beyond them is not asked.
const maxDirectoryBytes = 1024 * 1024

/**
 * The names of what a zip archive holds, as its directory lists them; null for what is none. An archive must begin with
 * its first file: one that hides behind another format is that other format.
 */
export const zipEntries = async (bytes: FileBytes): Promise<string[] | null> => {
  const tailStart = Math.max(0, bytes.size - endRecordLength - maxCommentBytes)
  const tail = await bytes.read(tailStart, endRecordLength + maxCommentBytes)
  const end = findEndRecord(tail)
  if (end === null) return null
  const count = tail.readUInt16LE(end + 10)
  const length = tail.readUInt32LE(end + 12)
  const start = tail.readUInt32LE(end + 16)
  if (start + length > tailStart + end) return null
  if (count === 0) return tailStart + end === 0 ? [] : null

  const begin = await bytes.read(0, 4)
  if (begin.length < 4 || begin.readUInt32LE(0) !== localHeader) return null
  return readNames(await bytes.read(start, Math.min(length, maxDirectoryBytes)), count, length)
}

/** Where the record that ends the archive stands: the last one whose comment fills the file to its end. */
const findEndRecord = (tail: Buffer) => {
  for (let at = tail.length - endRecordLength; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endRecord) continue
    if (at + endRecordLength + tail.readUInt16LE(at + 20) === tail.length) return at
  }
  return null
}

const readNames = (directory: Buffer, count: number, length: number) => {
  const names: string[] = []
  let at = 0
  while (names.length < count) {
    if (at + 46 > directory.length) return directory.length < length ? names : null
    if (directory.readUInt32LE(at) !== centralHeader) return null
    const nameLength = directory.readUInt16LE(at + 28)
    names.push(directory.toString('utf8', at + 46, at + 46 + nameLength))
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32)
  }
  return names
}
