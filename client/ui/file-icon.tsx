import {
  File,
  FileArchive,
  FileImage,
  FileMusic,
  FilePlay,
  FileSpreadsheet,
  FileText,
  FileType2,
  type LucideIcon,
  Presentation,
} from 'lucide-react'
import { type FileType, type Preview, previewOf } from '#contract/files/file-types.ts'

const icons: Partial<Record<FileType | Preview, LucideIcon>> = {
  ppt: Presentation,
  pptx: Presentation,
  doc: FileType2,
  docx: FileType2,
  xls: FileSpreadsheet,
  xlsx: FileSpreadsheet,
  csv: FileSpreadsheet,
  zip: FileArchive,
  pdf: FileText,
  video: FilePlay,
  audio: FileMusic,
  picture: FileImage,
}

/** The icon of a file, chosen by its type, otherwise by the kind of its preview. */
export function FileIcon({ fileType }: { fileType: FileType }) {
  const Icon = icons[fileType] ?? icons[previewOf(fileType) ?? fileType] ?? File
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />
}
