import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import PDFDocument from 'pdfkit'

const execute = promisify(execFile)

/** Runs a program; resolves with what it printed, whatever its exit code. Rejects when it cannot be run. */
export const run = async (program: string, args: string[], options: { cwd?: string } = {}) => {
  const outcome = await execute(program, args, { ...options, maxBuffer: 64_000_000 }).catch((error) => {
    if (typeof error.code === 'number') return error as { stdout: string; stderr: string; code: number }
    throw error
  })
  return { code: 'code' in outcome ? outcome.code : 0, output: `${outcome.stdout}${outcome.stderr}` }
}

/** Draws a tagged PDF with two attachments; one of them has random bytes and this size. */
export const drawDocument = async ({ pages = 1, attachmentBytes = 3_000 } = {}): Promise<Buffer> => {
  const document = new PDFDocument({
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    pdfVersion: '1.7',
    info: { Title: 'Mutual Non-Disclosure Agreement' },
  })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((resolve) => document.on('end', resolve))
  const root = document.struct('Document')
  document.addStructure(root)
  for (let page = 1; page <= pages; page++) {
    if (page > 1) document.addPage()
    root.add(
      document.struct('P', {}, () => {
        document.text(`Page ${page}: Northwind pays 100 dollars to Contoso.`)
      }),
    )
  }
  root.end()
  document.file(Buffer.from('{"amount":100}'), { name: 'values.json', type: 'application/json' })
  document.file(randomBytes(attachmentBytes), { name: 'random.bin' })
  document.end()
  await ended
  return Buffer.concat(chunks)
}

/** The file with one bit turned over. */
export const flipBit = (bytes: Uint8Array, bit: number) => {
  const flipped = Uint8Array.from(bytes)
  const index = bit >> 3
  flipped[index] = (flipped[index] ?? 0) ^ (1 << (bit & 7))
  return flipped
}

/** Where the signature of a sealed file is, from `<` to after `>`, by its ByteRange. */
export const signatureOf = (pdf: Uint8Array) => {
  const text = Buffer.from(pdf).toString('latin1')
  const [, from, to] = /\/ByteRange \[0 (\d+) (\d+) \d+ *\]/.exec(text) ?? []
  const hex = text.slice(Number(from) + 1, Number(to) - 1)
  const padded = Buffer.from(hex, 'hex')
  return { from: Number(from), to: Number(to), encoded: padded.subarray(0, 4 + padded.readUInt16BE(2)) }
}

/** The sealed file with other bytes as its signature, padded as before. */
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
