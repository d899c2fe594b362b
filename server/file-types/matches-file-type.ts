import type { FileType } from '#contract/files/file-types.ts'
import { hasCompoundStream } from './compound-file.ts'
import type { FileBytes } from './file-bytes.ts'
import { inspectSvg } from './svg.ts'
import { isText } from './text.ts'
import { zipEntries } from './zip-entries.ts'

type Check = (bytes: FileBytes) => Promise<boolean>

/** Checks the signature at the beginning of the file. */
const hasSignatureOf =
  (...endings: string[]): Check =>
  async (bytes) => {
    // A zip archive has none of these types, and searching its entries would block other requests.
    if ((await bytes.read(0, 2)).toString('latin1') === 'PK') return false
    // The package is loaded only where it is needed: its 27 modules would delay the start.
    const { fileTypeFromStream } = await import('file-type')
    const stream = await bytes.stream()
    try {
      const found = await fileTypeFromStream(stream)
      return found !== undefined && endings.includes(found.ext)
    } finally {
      stream.destroy()
    }
  }

/** Checks for an Office document: a zip archive with a certain part. A document with macros has another type, whatever its name. */
const isOfficeZipWith =
  (part: RegExp): Check =>
  async (bytes) => {
    const entries = await zipEntries(bytes)
    if (!entries?.includes('[Content_Types].xml') || !entries.some((name) => part.test(name))) return false
    return !entries.some((name) => name.endsWith('vbaProject.bin'))
  }

/** Checks for an Office document from before 2007: a compound file with a certain stream. */
const isCompoundFileWith =
  (...streams: string[]): Check =>
  (bytes) =>
    hasCompoundStream(bytes, streams)

const pdfHeader = '%PDF-'
// PDF readers search this many bytes for the header.
const pdfHeaderBytes = 1024

/** Returns what precedes the header of a PDF, one character for each byte; null if the file is not a PDF. */
export const beforePdfHeader = async (bytes: FileBytes) => {
  const start = (await bytes.read(0, pdfHeaderBytes)).toString('latin1')
  const at = start.indexOf(pdfHeader)
  return at === -1 ? null : start.slice(0, at)
}

/** Accepts lines before the header: printer drivers and mail programs write them. Markup there would make the file a web page, too. */
const isPdf: Check = async (bytes) => {
  const before = await beforePdfHeader(bytes)
  return before !== null && !before.includes('<')
}

const checks: Record<FileType, Check> = {
  pdf: isPdf,
  ppt: isCompoundFileWith('PowerPoint Document'),
  pptx: isOfficeZipWith(/^ppt\/presentation\d*\.xml$/),
  doc: isCompoundFileWith('WordDocument'),
  docx: isOfficeZipWith(/^word\/document\d*\.xml$/),
  xls: isCompoundFileWith('Workbook', 'Book'),
  xlsx: isOfficeZipWith(/^xl\/workbook\d*\.xml$/),
  csv: isText,
  txt: isText,
  zip: async (bytes) => (await zipEntries(bytes)) !== null,
  mp4: hasSignatureOf('mp4', 'm4v', '3gp', '3g2'),
  // Cameras write MP4 files with the extension mov.
  mov: hasSignatureOf('mov', 'mp4', 'm4v'),
  mp3: hasSignatureOf('mp3'),
  jpg: hasSignatureOf('jpg'),
  jpeg: hasSignatureOf('jpg'),
  png: hasSignatureOf('png', 'apng'),
  gif: hasSignatureOf('gif'),
  webp: hasSignatureOf('webp'),
  heic: hasSignatureOf('heic'),
  heif: hasSignatureOf('heic'),
  svg: async (bytes) => ['drawing', 'active'].includes(await inspectSvg(bytes)),
}

/** Whether the bytes of a file match the type of its extension. */
export const matchesFileType = (type: FileType, bytes: FileBytes): Promise<boolean> => checks[type](bytes)
