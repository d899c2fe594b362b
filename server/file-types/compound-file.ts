import type { FileBytes } from './file-bytes.ts'

const signature = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const headerLength = 512
const entryLength = 128
const streamObject = 2
const lastRegularSector = 0xfffffff9
// A document has a few dozen streams, whose entries fit in far fewer sectors.
const maxDirectorySectors = 64

/** Whether the file is a compound file, the container of Office before 2007, with a stream of one of these names. */
export const hasCompoundStream = async (bytes: FileBytes, names: string[]): Promise<boolean> => {
  const header = await bytes.read(0, headerLength)
  if (header.length < headerLength || !header.subarray(0, 8).equals(signature)) return false
  const sectorLength = { 9: 512, 12: 4096 }[header.readUInt16LE(30)]
  if (!sectorLength) return false
  const sectorAt = (number: number) => bytes.read((number + 1) * sectorLength, sectorLength)

  let sector = header.readUInt32LE(48)
  for (let read = 0; read < maxDirectorySectors && sector <= lastRegularSector; read++) {
    const directory = await sectorAt(sector)
    if (directory.length < sectorLength) return false
    if (streamsOf(directory).some((name) => names.includes(name))) return true
    sector = await sectorAfter(sector)
  }
  return false

  /** Finds the sector that follows. The allocation table links each sector to the next; the header locates the table's first sectors. */
  async function sectorAfter(number: number) {
    const perSector = (sectorLength ?? 0) / 4
    const inHeader = 76 + 4 * Math.floor(number / perSector)
    if (inHeader + 4 > headerLength) return lastRegularSector + 1
    const table = await sectorAt(header.readUInt32LE(inHeader))
    const at = 4 * (number % perSector)
    return at + 4 <= table.length ? table.readUInt32LE(at) : lastRegularSector + 1
  }
}

const streamsOf = (directory: Buffer) => {
  const names: string[] = []
  for (let at = 0; at < directory.length; at += entryLength) {
    if (directory[at + 66] !== streamObject) continue
    // The length includes the two bytes of the terminating NUL.
    const nameLength = Math.min(directory.readUInt16LE(at + 64), 64) - 2
    names.push(directory.toString('utf16le', at, at + Math.max(0, nameLength)))
  }
  return names
}
