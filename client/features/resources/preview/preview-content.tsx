import FileX from 'lucide-react/icons/file-x'
import { useState } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { previewOf } from '#contract/files/file-types.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { objectAddress } from '../file-details.tsx'
import { PdfPreview } from './pdf-preview.tsx'
import { PicturePreview } from './picture-preview.tsx'
import { PreviewFailure } from './preview-failure.tsx'
import { SoundPreview, VideoPreview } from './recording-preview.tsx'
import { TextPreview } from './text-preview.tsx'

const previews = {
  picture: PicturePreview,
  pdf: PdfPreview,
  video: VideoPreview,
  audio: SoundPreview,
  text: TextPreview,
}

/** The file itself, in the way that suits its kind. */
export function PreviewContent({ file }: { file: Resource }) {
  const [hasFailed, setHasFailed] = useState(false)
  const kind = previewOf(file.fileType)

  if (!kind) {
    return (
      <div className="grid h-full place-items-center">
        <EmptyState
          icon={FileX}
          line={`No preview for ${file.fileType.toUpperCase()} files. Download to view.`}
        />
      </div>
    )
  }
  if (hasFailed) return <PreviewFailure onRetry={() => setHasFailed(false)} />
  const Content = previews[kind]
  return <Content file={file} address={objectAddress(file)} onError={() => setHasFailed(true)} />
}
