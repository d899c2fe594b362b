import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

interface Hashed {
  /** The number of bytes. */
  size: number
  /** The hash in hexadecimal. */
  sha256: string
}

/**
 * Creates a stream that passes bytes on unchanged. At its end, `found` has their number and hash.
 * @param check checks the number and the hash; if it returns an error, the stream fails with that error
 */
export const hashed = (check: (found: Hashed) => Error | null = () => null) => {
  const hash = createHash('sha256')
  const found: Hashed = { size: 0, sha256: '' }
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      found.size += chunk.length
      done(null, chunk)
    },
    flush(done) {
      found.sha256 = hash.digest('hex')
      done(check(found))
    },
  })
  return { stream, found }
}
