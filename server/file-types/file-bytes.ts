import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ObjectStore } from '#server/storage/object-store.ts'

/** A stored file that can be read in parts. */
export interface FileBytes {
  size: number
  /** Reads at most `length` bytes, fewer at the end of the file. */
  read(offset: number, length: number): Promise<Buffer>
  stream(): Promise<Readable>
}

export const fileBytesOf = (store: ObjectStore, key: string, size: number): FileBytes => ({
  size,
  async read(offset, length) {
    const end = Math.min(offset + length, size) - 1
    if (offset < 0 || end < offset) return Buffer.alloc(0)
    return buffer(await store.read(key, { start: offset, end }))
  },
  stream: () => store.read(key),
})
