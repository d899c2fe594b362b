import { Download } from 'lucide-react'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import { PreviewContent } from './preview/preview-content.tsx'
import type { PreviewedFile } from './preview/preview-failure.tsx'

/** A stored file that is at `/objects/{filePath}`. */
export type ViewedFile = PreviewedFile & { filePath: string }

/** A file as large as the window, to look at and to download. It is open as long as it is rendered. */
export function FileViewer({ file, onClose }: { file: ViewedFile; onClose: () => void }) {
  const address = `/objects/${file.filePath}`
  return (
    <Viewer
      title={file.title}
      details={`${file.fileType.toUpperCase()}, ${formatSize(file.fileSize)}`}
      actions={
        <Button icon={Download} asChild>
          <a href={`${address}?download`} download={file.title}>
            Download
          </a>
        </Button>
      }
      onClose={onClose}
      returnFocusTo={() => null}
    >
      <PreviewContent file={file} address={address} />
    </Viewer>
  )
}
