import type { LucideIcon } from 'lucide-react'
import File from 'lucide-react/icons/file'
import FileImage from 'lucide-react/icons/file-image'
import FilePlay from 'lucide-react/icons/file-play'
import FileText from 'lucide-react/icons/file-text'
import Presentation from 'lucide-react/icons/presentation'

const icons: Record<string, LucideIcon> = {
  pdf: FileText,
  ppt: Presentation,
  pptx: Presentation,
  mp4: FilePlay,
  mov: FilePlay,
  jpg: FileImage,
  jpeg: FileImage,
  png: FileImage,
  svg: FileImage,
}

/** The kind of file at a glance, by its ending. */
export function FileIcon({ fileType }: { fileType: string }) {
  const Icon = icons[fileType.toLowerCase()] ?? File
  return <Icon aria-hidden className="size-5 shrink-0 text-muted" />
}
