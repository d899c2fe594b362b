declare module 'zip-stream' {
  import type { Readable, Transform } from 'node:stream'

  export default class ZipStream extends Transform {
    constructor(options?: { store?: boolean; zlib?: { level: number } })
    entry(
      source: Readable | Buffer,
      data: { name: string; date?: Date },
      callback: (error?: Error) => void,
    ): this
    finish(): void
  }
}
