import { Download } from 'lucide-react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import { PreviewContent } from './preview/preview-content.tsx'
import type { PreviewedFile } from './preview/preview-failure.tsx'

/** A stored file, available at `/objects/{filePath}`. */
export type ViewedFile = PreviewedFile & { filePath: string }

/** A viewer that shows a file in the whole window and offers its download. The viewer is open while it is mounted. */
export function FileViewer({ file, onClose }: { file: ViewedFile; onClose: () => void }) {
  const partnerAddress = usePartnerAddress()
  const address = `/objects/${file.filePath}`
  return (
    <Viewer
      title={file.title}
      details={`${file.fileType.toUpperCase()}, ${formatSize(file.fileSize)}`}
      actions={
        <Button icon={Download} asChild>
          <a href={partnerAddress(`${address}?download`)} download={file.title}>
            Download
          </a>
        </Button>
      }
      onClose={onClose}
      returnFocusTo={() => null}
    >
      <PreviewContent file={file} address={partnerAddress(address)} />
    </Viewer>
  )
}
