import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Download as DownloadIcon, FolderDown } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useIsStaff } from '#client/domain/current-user.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { patchRow } from '#client/lib/cached-rows.ts'
import { saveFrom } from '#client/lib/save-answer.ts'
import { toast } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import { type ResourceFolder, recordFolderDownload } from '#contract/resources/folders.ts'
import { listResources, type Resource, recordDownload } from '#contract/resources/resources.ts'

type Download = {
  /** For the user. */
  title: string
  address: string
  /** The name of the saved file. */
  name: string
  record: (client: QueryClient) => Promise<unknown>
}

const failureTitle = 'Download Error'

/** The props of a button that downloads in two steps: first it is recorded, then the browser gets the file. */
const useDownload = ({ title, address, name, record }: Download) => {
  const client = useQueryClient()
  const { mutate, isPending } = useEndpointMutation(() => record(client), {
    success: () => ({ title: 'Download Started', description: `Opening ${title}...` }),
    failureTitle,
    failure: 'Failed to track download. Please try again.',
    onSuccess: () => saveFrom(address, name),
    onError: (error) => {
      // Withdrawn meanwhile: the lists have to follow.
      if (error instanceof ApiError && error.status === 404) {
        void client.invalidateQueries({ queryKey: [listResources.path] })
      }
    },
  })
  return {
    pending: isPending,
    onClick: ({ detail }: MouseEvent) => {
      // The second press of a double click, and the third of a triple one, download nothing more.
      if (detail <= 1) mutate()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault()
    },
  }
}

const useDownloadFile = ({ id, title, filePath, fileType }: Resource) => {
  const button = useDownload({
    title,
    address: `/objects/${filePath}?download`,
    name: title || `resource.${fileType}`,
    record: async (client) => {
      const { downloadCount } = await call(recordDownload, { params: { id } })
      // All else in the lists stays as old as it is.
      patchRow<Resource>(client, [listResources.path], id, (file) => ({ ...file, downloadCount }))
    },
  })
  const showMissing = () =>
    toast({ title: failureTitle, description: 'File path not found for this resource.', tone: 'danger' })
  return filePath ? button : { ...button, onClick: showMissing }
}

/** The small one, in a row. */
export function DownloadIconButton({ file }: { file: Resource }) {
  const button = useDownloadFile(file)
  return <IconButton {...button} icon={DownloadIcon} label={`Download ${file.title}`} title="Download" />
}

/** The one with a word on it. */
export function DownloadButton({ file }: { file: Resource }) {
  const button = useDownloadFile(file)
  return (
    <Button {...button} icon={DownloadIcon} variant="primary">
      Download
    </Button>
  )
}

/** Downloads all files of a folder, as one zip. */
export function DownloadFolderButton({ folder: { id, name } }: { folder: ResourceFolder }) {
  const isStaff = useIsStaff()
  const button = useDownload({
    title: name,
    address: `/api/resource-folders/${id}/zip`,
    name: `${name}.zip`,
    record: async (client) => {
      await call(recordFolderDownload, { params: { id } })
      // Partners are not shown how often something was downloaded.
      if (isStaff) void client.invalidateQueries({ queryKey: [listResources.path, { folder: id }] })
    },
  })
  return (
    <Button {...button} icon={FolderDown} size="small">
      Download folder
    </Button>
  )
}
