/** What became of a file that `checkSealedPdf` does not find intact, as far as its bytes show. */
export type Damage = {
  kind: /** Its end is missing, as after a download that broke off. */
    | 'cut-off'
    /** Bytes of it are others than those that were sealed, or were added. */
    | 'changed'
    /** A program wrote the whole file anew: its signature is no longer where it was made. What else is new cannot be known. */
    | 'rewritten'
    /** Nothing of a signature is in it. */
    | 'unsigned'
  /** Whether a signature is in it from beginning to end. */
  hasSignature: boolean
}

const rangePattern = /\/ByteRange\s{0,8}\[\s{0,8}0\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})/g
const endMark = '%%EOF'
const objectPattern = /\d obj\b/

/**
 * Says what became of a file that is not intact. `text` has one character for each byte. It reads what anyone can write, so that it
 * explains a failed check and proves nothing.
 */
export const damageOf = (text: string): Damage => {
  const length = lengthWithoutZeros(text)
  const ranges = [...text.matchAll(rangePattern)].map(([, ...numbers]) => {
    const [from = 0, start = 0, length = 0] = numbers.map(Number)
    return { from, start, end: start + length }
  })
  // A seal that is in its place: the program that changed the file left the bytes around it alone.
  const inPlace = ranges.find(
    ({ from, start }) => text[from] === '<' && (start > length || text[start - 1] === '>'),
  )
  if (inPlace) {
    return { kind: inPlace.end > length ? 'cut-off' : 'changed', hasSignature: inPlace.start <= length }
  }
  const hasSignature = text.includes('/ByteRange')
  if (isEndMissing(text)) return { kind: 'cut-off', hasSignature }
  if (!hasSignature) return { kind: 'unsigned', hasSignature }
  return { kind: text.startsWith('%PDF-') ? 'rewritten' : 'changed', hasSignature }
}

/** A download that was given its whole size beforehand ends in zeros where it broke off. */
const lengthWithoutZeros = (text: string) => {
  let length = text.length
  while (text[length - 1] === '\0') length--
  return length
}

/** Whether the objects of a PDF are not followed by its end. */
const isEndMissing = (text: string) => {
  const end = text.lastIndexOf(endMark)
  return end === -1 || objectPattern.test(text.slice(end))
}
