import { Upload } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { useOpenDialog } from '#client/ui/dialog-host.tsx'
import { useLibraryView } from './library-view.ts'
import { UploadResources } from './staff-parts.tsx'

/** For staff: puts files into the library, at first into the place that shows. */
export function UploadButton() {
  const openDialog = useOpenDialog()
  const view = useLibraryView()
  return (
    <Button
      variant="primary"
      onClick={() => openDialog((opening) => <UploadResources {...opening} view={view} files={[]} />)}
      className="max-sm:w-full"
    >
      <Upload aria-hidden className="size-4" />
      Upload
    </Button>
  )
}
