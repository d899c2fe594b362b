import type { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'

// One chunk can contain many small parts, so other requests get a turn after this many reads.
const takesInTurn = 500

/** Reads the bytes of a stream one after the other, with only one chunk in memory. */
export class ByteCursor {
  #chunks: AsyncIterator<Buffer>
  #chunk: Buffer = Buffer.alloc(0)
  /** The position in `#chunk`; beyond its end after a skip. */
  #at = 0
  #takes = 0

  constructor(stream: Readable) {
    this.#chunks = stream[Symbol.asyncIterator]()
  }

  /** Loads the next chunk if the present one is used up. Returns false at the end of the stream. */
  async #load() {
    while (this.#at >= this.#chunk.length) {
      const next = await this.#chunks.next()
      if (next.done) return false
      this.#at -= this.#chunk.length
      this.#chunk = next.value
    }
    return true
  }

  /** Takes the next bytes, fewer at the end of the stream. */
  async takeUpTo(length: number): Promise<Buffer> {
    this.#takes += 1
    if (this.#takes % takesInTurn === 0) await setImmediate()
    const parts: Buffer[] = []
    for (let missing = length; missing > 0 && (await this.#load()); ) {
      const part = this.#chunk.subarray(this.#at, this.#at + missing)
      parts.push(part)
      missing -= part.length
      this.#at += part.length
    }
    return parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts)
  }

  /** Takes exactly this many bytes. @throws RangeError when the stream ends before that */
  async take(length: number): Promise<Buffer> {
    const bytes = await this.takeUpTo(length)
    if (bytes.length < length) throw new RangeError('the bytes end here')
    return bytes
  }

  /** Skips bytes. @throws RangeError for a negative number, which could make a caller's loop endless */
  skip(length: number) {
    if (length < 0) throw new RangeError('the bytes lie behind')
    this.#at += length
  }

  /** Skips blocks that each begin with their length in a byte, up to an empty block. @throws RangeError when the stream ends before that */
  async skipBlocks() {
    while (await this.#load()) {
      // The inner loop has no promise for each block, since there can be millions of blocks.
      while (this.#at < this.#chunk.length) {
        const length = this.#chunk[this.#at] ?? 0
        this.#at += 1 + length
        if (length === 0) return
      }
    }
    throw new RangeError('the bytes end here')
  }
}
