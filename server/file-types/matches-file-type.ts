import { fileTypeFromStream } from 'file-type'
import type { FileType } from '#contract/files/file-types.ts'
import { hasCompoundStream } from './compound-file.ts'
import type { FileBytes } from './file-bytes.ts'
import { isSvg } from './svg.ts'
import { isText } from './text.ts'
import { zipEntries } from './zip-entries.ts'

type Check = (bytes: FileBytes) => Promise<boolean>

/** By what the format begins with. */
const hasSignatureOf =
  (...endings: string[]): Check =>
  async (bytes) => {
    const stream = await bytes.stream()
    try {
      const found = await fileTypeFromStream(stream)
      return found !== undefined && endings.includes(found.ext)
    } finally {
      stream.destroy()
    }
  }

/** An Office document: a zip with a certain part. One with macros is of another kind, whatever it is called. */
const isOfficeZipWith =
  (part: RegExp): Check =>
  async (bytes) => {
    const entries = await zipEntries(bytes)
    if (!entries?.includes('[Content_Types].xml') || !entries.some((name) => part.test(name))) return false
    return !entries.some((name) => name.endsWith('vbaProject.bin'))
  }

/** An Office document of before 2007: a compound file with a certain stream. */
const isCompoundFileWith =
  (...streams: string[]): Check =>
  (bytes) =>
    hasCompoundStream(bytes, streams)

/** Readers of PDF pass over blank lines before it, which some programs write. */
const isPdf: Check = async (bytes) =>
  /^(?:\xef\xbb\xbf)?\s*%PDF-/.test((await bytes.read(0, 1024)).toString('latin1'))

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
  // Cameras write the newer kind of file under the old ending.
  mov: hasSignatureOf('mov', 'mp4', 'm4v'),
  mp3: hasSignatureOf('mp3'),
  jpg: hasSignatureOf('jpg'),
  jpeg: hasSignatureOf('jpg'),
  png: hasSignatureOf('png', 'apng'),
  gif: hasSignatureOf('gif'),
  webp: hasSignatureOf('webp'),
  svg: isSvg,
}

/** Whether a file is of the kind that its ending says, by its bytes alone. */
export const matchesFileType = (type: FileType, bytes: FileBytes): Promise<boolean> => checks[type](bytes)
