import type { LucideIcon } from 'lucide-react'
import File from 'lucide-react/icons/file'
import FileArchive from 'lucide-react/icons/file-archive'
import FileImage from 'lucide-react/icons/file-image'
import FileMusic from 'lucide-react/icons/file-music'
import FilePlay from 'lucide-react/icons/file-play'
import FileSpreadsheet from 'lucide-react/icons/file-spreadsheet'
import FileText from 'lucide-react/icons/file-text'
import FileType2 from 'lucide-react/icons/file-type-2'
import Presentation from 'lucide-react/icons/presentation'
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

/** The kind of a file at a glance: by its type, else by how it is shown. */
export function FileIcon({ fileType }: { fileType: FileType }) {
  const Icon = icons[fileType] ?? icons[previewOf(fileType) ?? fileType] ?? File
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />
}
