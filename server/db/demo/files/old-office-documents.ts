const sector = 512
const free = 0xffffffff
const endOfChain = 0xfffffffe
const tableSector = 0xfffffffd
// A shorter stream would lie in a table of its own.
const shortestStream = 4096

/** A compound file, the container of Office before 2007, with one stream. */
const compoundFile = (streamName: string, content: Buffer) => {
  const sectors = Math.ceil(Math.max(content.length, shortestStream) / sector)
  const stream = Buffer.alloc(sectors * sector)
  content.copy(stream)

  const table = Buffer.alloc(sector, 0xff)
  table.writeUInt32LE(tableSector, 0)
  table.writeUInt32LE(endOfChain, 4)
  for (let index = 0; index < sectors; index++) {
    table.writeUInt32LE(index === sectors - 1 ? endOfChain : index + 3, 8 + 4 * index)
  }

  const header = Buffer.alloc(sector, 0xff)
  header.fill(0, 0, 76)
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(header)
  header.writeUInt16LE(0x3e, 24)
  header.writeUInt16LE(3, 26) // version
  header.writeUInt16LE(0xfffe, 28) // the lowest byte first
  header.writeUInt16LE(9, 30) // a sector has 2 to the 9th bytes
  header.writeUInt16LE(6, 32)
  header.writeUInt32LE(1, 44) // one sector of the table
  header.writeUInt32LE(1, 48) // the directory is the second sector
  header.writeUInt32LE(shortestStream, 56)
  header.writeUInt32LE(endOfChain, 60)
  header.writeUInt32LE(endOfChain, 68)
  header.writeUInt32LE(0, 76) // the table is the first sector

  const directory = Buffer.concat([
    directoryEntry('Root Entry', { kind: 5, child: 1, start: endOfChain, size: 0 }),
    directoryEntry(streamName, { kind: 2, child: free, start: 2, size: stream.length }),
    directoryEntry('', { kind: 0, child: free, start: 0, size: 0 }),
    directoryEntry('', { kind: 0, child: free, start: 0, size: 0 }),
  ])
  return Buffer.concat([header, table, directory, stream])
}

const directoryEntry = (
  name: string,
  { kind, child, start, size }: { kind: number; child: number; start: number; size: number },
) => {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(name === '' ? 0 : (name.length + 1) * 2, 64)
  entry[66] = kind
  entry[67] = 1
  entry.writeUInt32LE(free, 68)
  entry.writeUInt32LE(free, 72)
  entry.writeUInt32LE(child, 76)
  entry.writeUInt32LE(start, 116)
  entry.writeUInt32LE(size, 120)
  return entry
}

const record = (type: number, ...bytes: number[]) => {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(type, 0)
  head.writeUInt16LE(bytes.length, 2)
  return Buffer.concat([head, Buffer.from(bytes)])
}
const word = (value: number) => [value & 255, value >> 8]

/** A workbook of Excel 97 with one sheet of texts. */
export const oldWorkbook = (sheetName: string, rows: string[][]) => {
  const begin = (kind: number) => record(0x809, ...word(0x600), ...word(kind), ...Array(12).fill(0))
  const end = record(0x0a)
  const label = (row: number, column: number, text: string) =>
    record(
      0x204,
      ...word(row),
      ...word(column),
      ...word(0),
      ...word(text.length),
      0,
      ...Buffer.from(text, 'latin1'),
    )
  const globals = (sheetAt: number) =>
    Buffer.concat([
      begin(5),
      record(0x85, ...word(sheetAt), 0, 0, 0, 0, sheetName.length, 0, ...Buffer.from(sheetName, 'latin1')),
      end,
    ])
  return compoundFile(
    'Workbook',
    Buffer.concat([
      globals(globals(0).length),
      begin(16),
      ...rows.flatMap((row, index) => row.map((text, column) => label(index, column, text))),
      end,
    ]),
  )
}

/** The container of a Word 97 document with the text in it. */
export const oldWordDocument = (text: string) =>
  compoundFile(
    'WordDocument',
    Buffer.concat([Buffer.from([0xec, 0xa5, 0xc1, 0]), Buffer.from(text, 'latin1')]),
  )

/** The container of a PowerPoint 97 presentation with the text in it. */
export const oldPresentation = (text: string) => {
  const atom = Buffer.from(text, 'latin1')
  return compoundFile('PowerPoint Document', Buffer.concat([record(0x0fa8), atom]))
}
