/** What happened to a file that `checkSealedPdf` does not find intact, as far as its bytes show. */
export type Damage = {
  kind: /** The end of the file is missing, as after an interrupted download. */
    | 'cut-off'
    /** Some bytes differ from those that were sealed, or bytes were added. */
    | 'changed'
    /** A program wrote the whole file anew: the signature is no longer where it was made. What else has changed cannot be known. */
    | 'rewritten'
    /** The file contains no trace of a signature. */
    | 'unsigned'
  /** Whether the file contains a signature from beginning to end. */
  hasSignature: boolean
}

const rangePattern = /\/ByteRange\s{0,8}\[\s{0,8}0\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})\s{1,8}(\d{1,10})/g
const endMark = '%%EOF'
const objectPattern = /\d obj\b/

/**
 * Finds out what happened to a file that is not intact. `text` has one character for each byte. The bytes that are read could come from
 * anyone, so the result explains a failed check but proves nothing.
 */
export const damageOf = (text: string): Damage => {
  const length = lengthWithoutZeros(text)
  const ranges = [...text.matchAll(rangePattern)].map(([, ...numbers]) => {
    const [from = 0, start = 0, length = 0] = numbers.map(Number)
    return { from, start, end: start + length }
  })
  // If a seal is in its place, the program that changed the file did not move the bytes around the seal.
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

/** The length without zeros at the end. An interrupted download can end in zeros, if its whole size was reserved beforehand. */
const lengthWithoutZeros = (text: string) => {
  let length = text.length
  while (text[length - 1] === '\0') length--
  return length
}

/** Whether the end mark of the PDF is missing after its objects. */
const isEndMissing = (text: string) => {
  const end = text.lastIndexOf(endMark)
  return end === -1 || objectPattern.test(text.slice(end))
}
