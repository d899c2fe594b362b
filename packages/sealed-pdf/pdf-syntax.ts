/** The PDF is not built in the way that is expected. */
export class PdfError extends Error {}

/** A value in a PDF. Names begin with "/". Strings begin with "(" and are as written in the file. Hex strings are given by their place. */
export type PdfValue = number | boolean | null | string | PdfValue[] | Dictionary | Reference | HexString
export type Dictionary = Map<string, PdfValue>
export type Reference = { object: number; generation: number }
/** The offsets of "<" and of the character after ">". */
export type HexString = { from: number; to: number }

export const isReference = (value: PdfValue | undefined): value is Reference =>
  typeof value === 'object' && value !== null && 'object' in value

export const isHexString = (value: PdfValue | undefined): value is HexString =>
  typeof value === 'object' && value !== null && 'from' in value

const maxDepth = 30

const patterns = {
  // Comments do not count as space: programs wrote the files that are read here, and a comment could hide what another reader sees.
  space: /[\0\t\n\f\r ]*/y,
  hexString: /<[0-9A-Fa-f]*>/y,
  name: /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y,
  reference: /(\d{1,10}) (\d{1,5}) R(?![^\0\t\n\f\r ()<>[\]{}/%])/y,
  number: /[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?![^\0\t\n\f\r ()<>[\]{}/%])/y,
  keyword: /(?:true|false|null)(?![^\0\t\n\f\r ()<>[\]{}/%])/y,
}
const keywords = new Map([
  ['true', true],
  ['false', false],
  ['null', null],
])

/** Reads the syntax of PDF from a text with one character for each byte. Throws PdfError for anything ambiguous. */
export class PdfReader {
  readonly text: string
  at: number

  constructor(text: string, at: number) {
    this.text = text
    this.at = at
  }

  /** Returns what the sticky pattern matches here, and moves past it. */
  match(pattern: RegExp) {
    pattern.lastIndex = this.at
    const match = pattern.exec(this.text)
    if (match) this.at = pattern.lastIndex
    return match
  }

  expect(pattern: RegExp) {
    const match = this.match(pattern)
    if (!match) throw new PdfError(`Unexpected syntax at ${this.at}`)
    return match
  }

  startsWith(token: string) {
    return this.text.startsWith(token, this.at)
  }

  skipSpace() {
    this.match(patterns.space)
  }

  readValue(depth = 0): PdfValue {
    if (depth > maxDepth) throw new PdfError('Values are nested too deep')
    this.skipSpace()
    if (this.startsWith('<<')) return this.readDictionary(depth)
    if (this.startsWith('<')) {
      const from = this.at
      this.expect(patterns.hexString)
      return { from, to: this.at }
    }
    if (this.startsWith('(')) return this.readString()
    if (this.startsWith('[')) return this.readArray(depth)
    if (this.startsWith('/')) return this.readName()
    const reference = this.match(patterns.reference)
    if (reference) return { object: Number(reference[1]), generation: Number(reference[2]) }
    const number = this.match(patterns.number)
    if (number) return Number(number[0])
    return keywords.get(this.expect(patterns.keyword)[0]) ?? null
  }

  private readName() {
    const [name] = this.expect(patterns.name)
    return name.replace(/#([0-9A-Fa-f]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  }

  private readString() {
    const from = this.at
    let open = 0
    do {
      const character = this.text[this.at]
      if (character === undefined) throw new PdfError('A string has no end')
      if (character === '\\') this.at++
      if (character === '(') open++
      if (character === ')') open--
      this.at++
    } while (open > 0)
    return this.text.slice(from, this.at)
  }

  private readArray(depth: number) {
    const values: PdfValue[] = []
    this.at++
    for (;;) {
      this.skipSpace()
      if (this.startsWith(']')) break
      values.push(this.readValue(depth + 1))
    }
    this.at++
    return values
  }

  private readDictionary(depth: number) {
    const dictionary: Dictionary = new Map()
    this.at += 2
    for (;;) {
      this.skipSpace()
      if (this.startsWith('>>')) break
      const key = this.readName()
      if (dictionary.has(key)) throw new PdfError(`${key} appears twice in a dictionary`)
      dictionary.set(key, this.readValue(depth + 1))
    }
    this.at += 2
    return dictionary
  }
}
