import { openPdf } from './pdf-objects.ts'
import { type Dictionary, isHexString, isReference, PdfError, type PdfValue } from './pdf-syntax.ts'

/** What is different about a file that is no longer as it was sealed. */
export type Problem =
  /** The file does not begin with the header of a PDF. */
  | 'file-start'
  /** Something follows the end of the file, or its end is missing. */
  | 'file-end'
  /** The file does not contain exactly one signature. */
  | 'signature-count'
  /** The objects of the file do not lead to a single signature that allows no changes. */
  | 'structure'
  /** The signature does not cover the whole file. */
  | 'byte-range'
  /** The signature is not encoded in the one way in which seals are encoded. */
  | 'encoding'
  /** The content is not what was signed. */
  | 'content'
  /** The signature was not made by the key of its certificate. */
  | 'signature'
  /** The timestamp does not prove when this signature existed. */
  | 'timestamp'

/** The error for a file that is not intact. */
export class ChangedError extends Error {
  readonly problem: Problem

  constructor(problem: Problem) {
    super(problem)
    this.problem = problem
  }
}

/** The place of the signature, which is outside the signed bytes, from `<` to after `>`, and the time of sealing as the file states it. */
export type SealPlace = { from: number; to: number; sealedAt: Date }

const headerPattern = /^%PDF-\d\.\d[\r\n]/
const endPattern = /startxref\r?\n(\d{1,10})\r?\n%%EOF\r?\n?$/
const endLength = 40
const datePattern = /^\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)$/

/**
 * Finds the signature of a sealed PDF as readers find it, and checks that the signature covers every byte but itself. `text` has one
 * character for each byte. Throws ChangedError.
 */
export const findSeal = (text: string): SealPlace => {
  if (!headerPattern.test(text.slice(0, 9))) throw new ChangedError('file-start')
  const end = endPattern.exec(text.slice(-endLength))
  if (!end) throw new ChangedError('file-end')
  // The only ByteRange is among the signed bytes, so the signed bytes fit together to a file in only one way.
  if (text.split('/ByteRange').length !== 2) throw new ChangedError('signature-count')
  try {
    const signature = readSignature(text, Number(end[1]))
    return { ...readPlace(text, signature), sealedAt: readDate(signature.get('/M')) }
  } catch (error) {
    if (error instanceof PdfError) throw new ChangedError('structure')
    throw error
  }
}

const readSignature = (text: string, lastTable: number): Dictionary => {
  const pdf = openPdf(text, lastTable)
  const catalog = pdf.dictionary(pdf.trailer.get('/Root'))
  const fields = pdf.dictionary(catalog.get('/AcroForm')).get('/Fields')
  if (!Array.isArray(fields) || fields.length !== 1) throw new ChangedError('signature-count')
  const field = pdf.dictionary(fields[0])
  const value = field.get('/V')
  const certified = pdf.dictionary(catalog.get('/Perms')).get('/DocMDP')
  const isOne = isReference(value) && isReference(certified) && value.object === certified.object
  if (!isOne || field.get('/FT') !== '/Sig' || field.has('/Kids')) throw new ChangedError('structure')
  const signature = pdf.dictionary(value)
  const names = [signature.get('/Type'), signature.get('/Filter'), signature.get('/SubFilter')]
  if (names.join() !== '/Sig,/Adobe.PPKLite,/ETSI.CAdES.detached') throw new ChangedError('structure')
  const [reference] = asArray(signature.get('/Reference'))
  const transform = pdf.dictionary(reference)
  const parameters = pdf.dictionary(transform.get('/TransformParams'))
  if (transform.get('/TransformMethod') !== '/DocMDP' || parameters.get('/P') !== 1)
    throw new ChangedError('structure')
  return signature
}

const asArray = (value: PdfValue | undefined): PdfValue[] => (Array.isArray(value) ? value : [])

const readPlace = (text: string, signature: Dictionary) => {
  const contents = signature.get('/Contents')
  const range = asArray(signature.get('/ByteRange'))
  const [start, firstLength, secondStart, secondLength] = range
  if (!isHexString(contents)) throw new ChangedError('byte-range')
  const isWhole =
    range.length === 4 &&
    start === 0 &&
    firstLength === contents.from &&
    secondStart === contents.to &&
    secondLength === text.length - contents.to
  if (!isWhole) throw new ChangedError('byte-range')
  return { from: contents.from, to: contents.to }
}

const readDate = (value: PdfValue | undefined) => {
  const [, year, month, day, hours, minutes, seconds] = datePattern.exec(String(value)) ?? []
  const date = new Date(`${year}-${month}-${day}T${hours}:${minutes}:${seconds}Z`)
  if (Number.isNaN(date.getTime())) throw new ChangedError('structure')
  return date
}
