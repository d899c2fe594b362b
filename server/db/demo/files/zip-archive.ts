import { crc32 } from 'node:zlib'

/** A zip archive of these entries as they are, without compression. */
export const zipArchive = (entries: Record<string, string | Buffer>): Buffer => {
  const files: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const nameBytes = Buffer.from(name)
    const description = Buffer.alloc(26)
    description.writeUInt16LE(20, 0) // version that is needed to read it
    description.writeUInt16LE(0x0800, 2) // the name is UTF-8
    description.writeUInt16LE(0x5c21, 8) // 1 January 2026, as MS-DOS writes days
    description.writeUInt32LE(crc32(bytes), 10)
    description.writeUInt32LE(bytes.length, 14)
    description.writeUInt32LE(bytes.length, 18)
    description.writeUInt16LE(nameBytes.length, 22)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), description, nameBytes, bytes])
    const position = Buffer.alloc(14)
    position.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), description, position, nameBytes]))
    files.push(file)
    offset += file.length
  }
  const end = Buffer.alloc(18)
  end.writeUInt16LE(files.length, 4)
  end.writeUInt16LE(files.length, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('PK\x05\x06'), end])
}
