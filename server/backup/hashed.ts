import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

interface Hashed {
  /** In bytes. */
  size: number
  /** In hexadecimal. */
  sha256: string
}

/**
 * A stream that passes bytes on unchanged, and knows at its end how many there were and their hash.
 * @param check of these; its error breaks the stream off before the end
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
