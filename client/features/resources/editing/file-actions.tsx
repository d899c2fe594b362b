import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import History from 'lucide-react/icons/history'
import Link from 'lucide-react/icons/link'
import Pencil from 'lucide-react/icons/pencil'
import Replace from 'lucide-react/icons/replace'
import Trash from 'lucide-react/icons/trash-2'
import { type ComponentType, useState } from 'react'
import { toast } from '#client/lib/toast.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { Menu, MenuItem, MenuSeparator } from '#client/ui/menu.tsx'
import type { Resource } from '#contract/resources/resources.ts'
import { DeleteResource } from './delete-resource.tsx'
import { EditResource } from './edit-resource.tsx'
import { type FileDialogProps, FileDownloads, FileVersions } from './file-history.tsx'
import { ReplaceResourceFile } from './replace-resource-file.tsx'

/** The menu of actions of staff for a file. */
export function FileActions({ file }: { file: Resource }) {
  // Only the dialog that was asked for is made: a page has hundreds of files.
  const [Chosen, setChosen] = useState<ComponentType<FileDialogProps> | null>(null)
  const [open, setOpen] = useState(false)

  const show = (dialog: ComponentType<FileDialogProps>) => () => {
    setChosen(() => dialog)
    setOpen(true)
  }

  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Actions for ${file.title}`}>
            <Ellipsis aria-hidden className="size-4" />
          </IconButton>
        }
      >
        <MenuItem onSelect={show(EditResource)}>
          <Pencil aria-hidden />
          Edit
        </MenuItem>
        <MenuItem onSelect={show(ReplaceResourceFile)}>
          <Replace aria-hidden />
          Replace file
        </MenuItem>
        <MenuItem onSelect={show(FileVersions)}>
          <History aria-hidden />
          Versions
        </MenuItem>
        <MenuItem onSelect={show(FileDownloads)}>
          <Download aria-hidden />
          Downloads
        </MenuItem>
        <MenuItem onSelect={() => copyLink(file)}>
          <Link aria-hidden />
          Copy link
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="danger" onSelect={show(DeleteResource)}>
          <Trash aria-hidden />
          Delete
        </MenuItem>
      </Menu>
      {Chosen && <Chosen file={file} open={open} onOpenChange={setOpen} />}
    </>
  )
}

/** Puts the address of the page with this file opened into the clipboard. */
const copyLink = async ({ id }: Pick<Resource, 'id'>) => {
  const link = `${location.origin}/resources?file=${id}`
  try {
    await navigator.clipboard.writeText(link)
    toast({ title: 'Link copied', tone: 'positive' })
  } catch {
    // Pages without https have no clipboard, and people can forbid it.
    toast({ title: 'Error', description: `The link could not be copied: ${link}`, tone: 'danger' })
  }
}
