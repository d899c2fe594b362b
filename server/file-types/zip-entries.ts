import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { FileBytes } from './file-bytes.ts'

// An Office document lists its parts among its first entries, so the further entries of a larger archive are not checked.
const maxEntries = 10_000
// An archive in which every name has 64 KB would fill the memory.
const maxNameBytes = 1024
// One read of the store is enough for the end record with its longest comment, or for a thousand entries of the directory.
const blockBytes = 65_557

/** Lets yauzl read the file in blocks. It reads every entry on its own, and with a bucket each read is a request. */
class BlockReader extends RandomAccessReader {
  #bytes: FileBytes
  #block: Buffer = Buffer.alloc(0)
  #start = 0

  constructor(bytes: FileBytes) {
    super()
    this.#bytes = bytes
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ) {
    this.#load(position, length)
      .then((at) => {
        if (this.#block.copy(target, offset, at, at + length) < length)
          throw new Error('the archive is cut off')
        callback(null)
      })
      .catch(callback)
  }

  async #load(position: number, length: number) {
    const isLoaded = position >= this.#start && position + length <= this.#start + this.#block.length
    if (!isLoaded) {
      this.#block = await this.#bytes.read(position, Math.max(length, blockBytes))
      this.#start = position
    }
    return position - this.#start
  }
}

/**
 * Lists the names of a zip archive's entries from its directory, except very long names; null for other files. Unpacks nothing. The archive
 * must begin with its first file: if it follows another format, the file has that format.
 */
export const zipEntries = async (bytes: FileBytes): Promise<string[] | null> => {
  const signature = (await bytes.read(0, 4)).toString('latin1')
  try {
    // Names are not decoded. Nothing is unpacked, so dangerous names do no harm.
    const archive = await fromRandomAccessReaderPromise(new BlockReader(bytes), bytes.size, {
      decodeStrings: false,
    })
    const names: string[] = []
    let entries = 0
    for await (const { fileNameRaw } of archive.eachEntry()) {
      entries += 1
      if (fileNameRaw.length <= maxNameBytes) names.push(fileNameRaw.toString('utf8'))
      if (entries === maxEntries) break
    }
    return signature === (entries > 0 ? 'PK\x03\x04' : 'PK\x05\x06') ? names : null
  } catch {
    return null
  }
}
