import { Download } from 'lucide-react'
import { usePartnerAddress } from '#client/domain/current-user.ts'
import { formatSize } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import type { stepsOf } from '#client/ui/opened-steps.tsx'
import { Viewer } from '#client/ui/viewer.tsx'
import { PreviewContent } from './preview/preview-content.tsx'
import type { PreviewedFile } from './preview/preview-failure.tsx'

/** A stored file, available at `/objects/{filePath}`. */
export type ViewedFile = PreviewedFile & { filePath: string }

type FileViewerProps = {
  file: ViewedFile
  onClose: () => void
  /** The way to the other files that are shown together with this one. */
  steps?: ReturnType<typeof stepsOf>
}

/** A viewer that shows a file in the whole window and offers its download. The viewer is open while it is mounted. */
export function FileViewer({ file, onClose, steps }: FileViewerProps) {
  const partnerAddress = usePartnerAddress()
  const address = `/objects/${file.filePath}`
  return (
    <Viewer
      title={file.title}
      details={`${file.fileType.toUpperCase()}, ${formatSize(file.fileSize)}`}
      actions={
        <>
          {steps?.buttons}
          <Button icon={Download} asChild>
            <a href={partnerAddress(`${address}?download`)} download={file.title}>
              Download
            </a>
          </Button>
        </>
      }
      onClose={onClose}
      returnFocusTo={() => null}
      onKeyDown={steps?.handleKeyDown}
    >
      <PreviewContent key={file.filePath} file={file} address={partnerAddress(address)} />
    </Viewer>
  )
}
