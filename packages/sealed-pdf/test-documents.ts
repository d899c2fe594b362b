import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { PDF, PdfBool, PdfDict, PdfName } from '@libpdf/core'

const execute = promisify(execFile)

/** Runs a program; resolves with its output, whatever its exit code. Rejects when the program cannot be run. */
export const run = async (program: string, args: string[], options: { cwd?: string } = {}) => {
  const outcome = await execute(program, args, { ...options, maxBuffer: 64_000_000 }).catch((error) => {
    if (typeof error.code === 'number') return error as { stdout: string; stderr: string; code: number }
    throw error
  })
  return { code: 'code' in outcome ? outcome.code : 0, output: `${outcome.stdout}${outcome.stderr}` }
}

const addStructure = (pdf: PDF) => {
  const root = PdfDict.of({ Type: PdfName.of('StructTreeRoot') })
  const rootReference = pdf.register(root)
  const element = PdfDict.of({ Type: PdfName.of('StructElem'), S: PdfName.of('Document'), P: rootReference })
  root.set('K', pdf.register(element))
  pdf.getCatalog().set('StructTreeRoot', rootReference)
  pdf.getCatalog().set('MarkInfo', PdfDict.of({ Marked: PdfBool.TRUE }))
}

/** Draws a tagged PDF with two attachments, one of which has random bytes and this size. */
export const drawDocument = async ({ pages = 1, attachmentBytes = 3_000 } = {}): Promise<Buffer> => {
  const pdf = PDF.create()
  pdf.setTitle('Mutual Non-Disclosure Agreement', { showInWindowTitleBar: true })
  for (let page = 1; page <= pages; page++) {
    const text = `Page ${page}: Northwind pays 100 dollars to Contoso.`
    pdf.addPage({ size: 'letter' }).drawText(text, { x: 72, y: 700 })
  }
  pdf.addAttachment('values.json', Buffer.from('{"amount":100}'), { mimeType: 'application/json' })
  pdf.addAttachment('random.bin', randomBytes(attachmentBytes))
  addStructure(pdf)
  return Buffer.from(await pdf.save())
}

/** Returns the file with one bit flipped. */
export const flipBit = (bytes: Uint8Array, bit: number) => {
  const flipped = Uint8Array.from(bytes)
  const index = bit >> 3
  flipped[index] = (flipped[index] ?? 0) ^ (1 << (bit & 7))
  return flipped
}

/** Finds the signature of a sealed file by its ByteRange: from `<` to after `>`. */
export const signatureOf = (pdf: Uint8Array) => {
  const text = Buffer.from(pdf).toString('latin1')
  const [, from, to] = /\/ByteRange \[0 (\d+) (\d+) \d+ *\]/.exec(text) ?? []
  const hex = text.slice(Number(from) + 1, Number(to) - 1)
  const padded = Buffer.from(hex, 'hex')
  return { from: Number(from), to: Number(to), encoded: padded.subarray(0, 4 + padded.readUInt16BE(2)) }
}

/** Returns the sealed file with other bytes as its signature, padded as before. */
export const withSignature = (pdf: Uint8Array, encoded: Uint8Array) => {
  const { from, to } = signatureOf(pdf)
  const changed = Buffer.from(pdf)
  changed.write(
    Buffer.from(encoded)
      .toString('hex')
      .padEnd(to - from - 2, '0'),
    from + 1,
    'latin1',
  )
  return changed
}
