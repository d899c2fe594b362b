import { fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl'
import type { FileBytes } from './file-bytes.ts'

// An office document's parts are named among its first entries; the further entries of a larger archive are not checked.
const maxEntries = 10_000
// Of names with 64 KB each, an archive would fill the memory.
const maxNameBytes = 1024
// The end record with its longest comment, or a thousand entries of the directory, in one read of the store.
const blockBytes = 65_557

/** Lets yauzl read the file in blocks: it asks for each entry by itself, and a bucket answers each read with a request. */
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
 * The names of the entries of a zip archive, as its directory lists them, but for very long ones; null for other files. Nothing is unpacked. An archive must
 * begin with its first file: one that follows another format is a file of that format.
 */
export const zipEntries = async (bytes: FileBytes): Promise<string[] | null> => {
  const signature = (await bytes.read(0, 4)).toString('latin1')
  try {
    // Names are not decoded: nothing is unpacked, so dangerous names do no harm.
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
