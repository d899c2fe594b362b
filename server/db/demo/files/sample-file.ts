import type { FileType } from '#contract/files/file-types.ts'
import { movingPicture } from './moving-picture.ts'
import { presentation, wordDocument, workbook } from './office-documents.ts'
import { oldPresentation, oldWordDocument, oldWorkbook } from './old-office-documents.ts'
import { pdfDocument } from './pdf-document.ts'
import { drawing, picture } from './pictures.ts'
import { silence } from './sound.ts'
import { zipArchive } from './zip-archive.ts'

const shifts = [
  ['Day', 'Place', 'Hours'],
  ['Friday', 'Entrance', '09:00 to 13:00'],
  ['Saturday', 'Stage', '10:00 to 18:00'],
]

const colours = {
  jpg: drawing('#0f5e63', '#d9a441'),
  png: drawing('#c6553b', '#f7f6f3'),
  gif: drawing('#5d6a67', '#d9a441'),
  webp: drawing('#1b2624', '#c6553b'),
}

const makers: Record<FileType, (title: string) => Buffer | Promise<Buffer>> = {
  pdf: (title) =>
    pdfDocument([title, 'What to set up, when, and whom to call.', 'Partner team: (555) 010-0142']),
  ppt: (title) => oldPresentation(title),
  pptx: (title) => presentation([title, 'Why it works', 'What you do', 'What we do']),
  doc: (title) => oldWordDocument(title),
  docx: (title) =>
    wordDocument(title, ['Dear partner,', 'this is the text to start from. Make it your own.']),
  xls: () => oldWorkbook('Shifts', shifts),
  xlsx: () => workbook('Shifts', shifts),
  csv: () => Buffer.from(shifts.map((row) => row.join(',')).join('\r\n')),
  txt: (title) => Buffer.from(`${title}\n\nBe early. Be kind. Call us when something is unclear.\n`),
  zip: (title) => zipArchive({ 'readme.txt': `${title}\n`, 'logo.svg': drawing('#0f5e63', '#f7f6f3') }),
  mp4: () => movingPicture('mp4', 6),
  mov: () => movingPicture('mov', 4),
  mp3: () => silence(5),
  jpg: () => picture(colours.jpg, 'jpeg'),
  jpeg: () => picture(colours.webp, 'jpeg'),
  png: () => picture(colours.png, 'png'),
  gif: () => picture(colours.gif, 'gif'),
  webp: () => picture(colours.webp, 'webp'),
  svg: () => Buffer.from(drawing('#0f5e63', '#d9a441')),
}

/** A small file of this kind, made here and now. */
export const sampleFile = async (type: FileType, title: string): Promise<Buffer> => makers[type](title)
