import Download from 'lucide-react/icons/download'
import FolderDown from 'lucide-react/icons/folder-down'
import type { KeyboardEvent, MouseEvent } from 'react'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import type { Resource } from '#contract/resources/resources.ts'
import { useDownloadFile, useDownloadFolder } from './download.ts'

/** The small one, in a row. */
export function DownloadIconButton({ file }: { file: Resource }) {
  const { download, isPending } = useDownloadFile(file)
  return (
    <IconButton label={`Download ${file.title}`} title="Download" pending={isPending} {...once(download)}>
      {!isPending && <Download aria-hidden className="size-4" />}
    </IconButton>
  )
}

/** The one with a word on it. */
export function DownloadButton({ file, variant }: { file: Resource; variant?: 'primary' }) {
  const { download, isPending } = useDownloadFile(file)
  return (
    <Button {...(variant && { variant })} pending={isPending} {...once(download)}>
      {!isPending && <Download aria-hidden className="size-4" />}
      Download
    </Button>
  )
}

export function DownloadFolderButton({ folder }: { folder: ResourceFolder }) {
  const { download, isPending } = useDownloadFolder(folder)
  return (
    <Button size="small" pending={isPending} {...once(download)}>
      {!isPending && <FolderDown aria-hidden className="size-4" />}
      Download folder
    </Button>
  )
}

/** Handlers of a button that acts once for a double click and for a repeating Enter key. */
const once = (act: () => void) => ({
  onClick: ({ detail }: MouseEvent) => {
    // The second press of a double click, and the third of a triple one.
    if (detail <= 1) act()
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.repeat) event.preventDefault()
  },
})
