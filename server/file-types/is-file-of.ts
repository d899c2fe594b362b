import { fileTypeFromStream } from 'file-type'
import type { FileType } from '#contract/files/file-types.ts'
import { hasCompoundStream } from './compound-file.ts'
import type { FileBytes } from './file-bytes.ts'
import { isSvg } from './svg.ts'
import { isText } from './text.ts'
import { zipEntries } from './zip-entries.ts'

type Check = (bytes: FileBytes) => Promise<boolean>

/** By what the format begins with. */
const beginsAs =
  (...endings: string[]): Check =>
  async (bytes) => {
    const stream = await bytes.all()
    try {
      const found = await fileTypeFromStream(stream)
      return found !== undefined && endings.includes(found.ext)
    } finally {
      stream.destroy()
    }
  }

/** An Office document: a zip with a certain part. One with macros is of another kind, whatever it is called. */
const officeWith =
  (part: RegExp): Check =>
  async (bytes) => {
    const entries = await zipEntries(bytes)
    if (!entries?.includes('[Content_Types].xml') || !entries.some((name) => part.test(name))) return false
    return !entries.some((name) => name.endsWith('vbaProject.bin'))
  }

/** An Office document of before 2007: a compound file with a certain stream. */
const compoundWith =
  (...streams: string[]): Check =>
  (bytes) =>
    hasCompoundStream(bytes, streams)

/** Readers of PDF pass over blank lines before it, which some programs write. */
const isPdf: Check = async (bytes) =>
  /^(?:\xef\xbb\xbf)?\s*%PDF-/.test((await bytes.at(0, 1024)).toString('latin1'))

const checks: Record<FileType, Check> = {
  pdf: isPdf,
  ppt: compoundWith('PowerPoint Document'),
  pptx: officeWith(/^ppt\/presentation\d*\.xml$/),
  doc: compoundWith('WordDocument'),
  docx: officeWith(/^word\/document\d*\.xml$/),
  xls: compoundWith('Workbook', 'Book'),
  xlsx: officeWith(/^xl\/workbook\d*\.xml$/),
  csv: isText,
  txt: isText,
  zip: async (bytes) => (await zipEntries(bytes)) !== null,
  mp4: beginsAs('mp4', 'm4v', '3gp', '3g2'),
  // Cameras write the newer kind of file under the old ending.
  mov: beginsAs('mov', 'mp4', 'm4v'),
  mp3: beginsAs('mp3'),
  jpg: beginsAs('jpg'),
  jpeg: beginsAs('jpg'),
  png: beginsAs('png', 'apng'),
  gif: beginsAs('gif'),
  webp: beginsAs('webp'),
  svg: isSvg,
}

/** Whether a file is of the kind that its ending says, by its bytes alone. */
export const isFileOf = (type: FileType, bytes: FileBytes): Promise<boolean> => checks[type](bytes)
