import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const aboveTheFoot = ['-x', '0', '-y', '0', '-W', '612', '-H', '735']

/** Returns readers for a PDF that run poppler's and qpdf's programs, each once. Each fails when its program does. */
export const readPdf = (pdf: Uint8Array) => {
  const withFile = async <Result>(read: (file: string, folder: string) => Promise<Result>) => {
    const folder = await mkdtemp(join(tmpdir(), 'partner-portal-pdf-'))
    try {
      const file = join(folder, 'document.pdf')
      await writeFile(file, pdf)
      return await read(file, folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
  const outputs = new Map<string, Promise<string>>()
  const output = (program: string, args: (file: string) => string[]) => {
    const name = [program, ...args('')].join(' ')
    const known =
      outputs.get(name) ??
      withFile(async (file) => {
        const { stdout, stderr } = await run(program, args(file), { maxBuffer: 2 ** 26 })
        return stderr + stdout
      })
    outputs.set(name, known)
    return known
  }
  const pagesOf = async (options: string[]) => {
    const text = await output('pdftotext', (file) => [...options, '-enc', 'UTF-8', file, '-'])
    return text.split('\f').slice(0, -1)
  }
  return {
    /** The text of each page above its foot, in the order of the content. */
    pages: () => pagesOf(['-raw', ...aboveTheFoot]),
    /** The same text in reading order: right-to-left text starts at its right end. */
    pagesAsRead: () => pagesOf(aboveTheFoot),
    /** All text of each page. */
    wholePages: () => pagesOf(['-raw']),
    /** All text as laid out on the pages, which is how viewers copy it. */
    layout: async () => (await pagesOf(['-layout'])).join('\n'),
    /** The words of all pages with their positions on the page, in points. */
    words: async () => {
      const boxes = await output('pdftotext', (file) => ['-bbox', file, '-'])
      const pattern = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">(.*?)<\/word>/g
      return Array.from(boxes.matchAll(pattern), ([, left, top, right, text = '']) => ({
        left: Number(left),
        top: Number(top),
        right: Number(right),
        text: text.replace(/[\u202a-\u202e\u2066-\u2069]/g, ''),
      }))
    },
    check: () => output('qpdf', (file) => ['--check', file]),
    info: () => output('pdfinfo', (file) => [file]),
    structure: () => output('pdfinfo', (file) => ['-struct-text', file]),
    /** The report of pdfsig on the seal. */
    signatures: () => output('pdfsig', (file) => ['-nocert', file]),
    fonts: () => output('pdffonts', (file) => [file]),
    json: async () =>
      JSON.parse(await output('qpdf', (file) => ['--json', '--json-key=qpdf', file])).qpdf as [
        unknown,
        Record<string, { value?: Record<string, unknown> }>,
      ],
    /** A page, counted from 1, as a PNG with `resolution` pixels per inch. */
    picture: (page: number, resolution: number) =>
      withFile(async (file, folder) => {
        const only = ['-f', String(page), '-l', String(page), '-singlefile']
        await run('pdftoppm', ['-png', '-r', String(resolution), ...only, file, join(folder, 'page')])
        return readFile(join(folder, 'page.png'))
      }),
    /** An attached file by its name. */
    attachment: (name: string) =>
      withFile(async (file, folder) => {
        await run('pdfdetach', ['-savefile', name, '-o', join(folder, 'attached'), file])
        return readFile(join(folder, 'attached'))
      }),
  }
}
