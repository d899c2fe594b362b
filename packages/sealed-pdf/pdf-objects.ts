import {
  type Dictionary,
  isReference,
  PdfError,
  PdfReader,
  type PdfValue,
  type Reference,
} from './pdf-syntax.ts'

const maxRevisions = 100

const patterns = {
  xref: /xref *\r?\n/y,
  subsection: /(\d{1,10}) (\d{1,10}) *\r?\n/y,
  entry: /(\d{10}) (\d{5}) ([nf])(?: \n| \r|\r\n)/y,
  trailer: /trailer/y,
  object: /(\d{1,10}) (\d{1,5}) obj/y,
  end: /endobj/y,
}

type Entry = Reference & { offset: number; isFree: boolean }

/**
 * The objects of a PDF, found as every reader finds them: from the last cross-reference table back through the earlier ones. Reads only
 * files with tables, such as those from `sealPdf`: no cross-reference streams, no encryption.
 */
export type PdfObjects = {
  trailer: Dictionary
  /** Returns the dictionary that the value is or refers to. Throws PdfError for anything else. */
  dictionary(value: PdfValue | undefined): Dictionary
}

/** Opens a PDF whose last table begins at this offset. `text` has one character for each byte. Throws PdfError. */
export const openPdf = (text: string, lastTable: number): PdfObjects => {
  const entries = new Map<number, Entry>()
  let trailer: Dictionary | undefined
  let next: PdfValue | undefined = lastTable
  let previous = text.length
  for (let revision = 0; next !== undefined; revision++) {
    // Each table comes before the table that names it, so the chain cannot be a circle.
    if (typeof next !== 'number' || !(next < previous) || revision === maxRevisions)
      throw new PdfError('The chain of cross-reference tables is broken')
    previous = next
    const section = readTable(text, next)
    for (const [number, entry] of section.entries) if (!entries.has(number)) entries.set(number, entry)
    trailer ??= section.trailer
    next = section.trailer.get('/Prev')
  }
  if (!trailer) throw new PdfError('No trailer')
  return {
    trailer,
    dictionary: (value) => {
      const found = isReference(value) ? readObject(text, entries.get(value.object), value) : value
      if (!(found instanceof Map)) throw new PdfError('Not a dictionary')
      return found
    },
  }
}

const readTable = (text: string, offset: number) => {
  const reader = new PdfReader(text, offset)
  const entries = new Map<number, Entry>()
  reader.expect(patterns.xref)
  for (let head = reader.match(patterns.subsection); head; head = reader.match(patterns.subsection)) {
    const first = Number(head[1])
    const count = Number(head[2])
    for (let object = first; object < first + count; object++) {
      const [, start, generation, kind] = reader.expect(patterns.entry)
      if (entries.has(object)) throw new PdfError(`Object ${object} appears twice in a table`)
      entries.set(object, {
        object,
        generation: Number(generation),
        offset: Number(start),
        isFree: kind === 'f',
      })
    }
  }
  reader.expect(patterns.trailer)
  const trailer = reader.readValue()
  if (!(trailer instanceof Map)) throw new PdfError('The trailer is not a dictionary')
  if (trailer.has('/XRefStm') || trailer.has('/Encrypt'))
    throw new PdfError('A cross-reference stream or encryption')
  return { entries, trailer }
}

const readObject = (text: string, entry: Entry | undefined, reference: Reference): PdfValue => {
  if (!entry || entry.isFree || entry.generation !== reference.generation)
    throw new PdfError(`No object ${reference.object}`)
  const reader = new PdfReader(text, entry.offset)
  const [, object, generation] = reader.expect(patterns.object)
  if (Number(object) !== reference.object || Number(generation) !== reference.generation)
    throw new PdfError(`Another object is where ${reference.object} should be`)
  const value = reader.readValue()
  reader.skipSpace()
  reader.expect(patterns.end)
  return value
}
