import { Alert } from '#client/ui/alert.tsx'
import type { FileType } from '#contract/files/file-types.ts'

export function PreviewFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="p-4 sm:p-5">
      <Alert title="The preview could not be loaded" onRetry={onRetry}>
        The file may have been withdrawn, your connection may be down, or this browser can't show it. Try
        downloading it.
      </Alert>
    </div>
  )
}

export type PreviewedFile = { title: string; fileType: FileType; fileSize: number }

export type PreviewProps = {
  file: PreviewedFile
  /** The address of the file's content. */
  address: string
  /** Called when the element that shows the file reports an error. */
  onError: () => void
}
