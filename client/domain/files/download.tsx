import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Download as DownloadIcon, FolderDown } from 'lucide-react'
import type { KeyboardEvent, MouseEvent } from 'react'
import { useIsStaff, usePartnerAddress } from '#client/domain/current-user.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { patchRow } from '#client/lib/cached-rows.ts'
import { saveFrom } from '#client/lib/save-response.ts'
import { toast } from '#client/lib/toast.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { Button, IconButton } from '#client/ui/button.tsx'
import type { ResourceFolder } from '#contract/resources/folders.ts'
import type { Resource } from '#contract/resources/resources.ts'

type Download = {
  /** The title that messages to the user show. */
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
  const partnerAddress = usePartnerAddress()
  const { mutate, isPending } = useEndpointMutation(() => record(client), {
    success: () => ({ title: 'Download Started', description: `Opening ${title}...` }),
    failureTitle,
    failure: 'Failed to track download. Please try again.',
    onSuccess: () => saveFrom(partnerAddress(address), name),
    onError: (error) => {
      // The file was withdrawn meanwhile, so the lists must be read again.
      if (error instanceof ApiError && error.status === 404) {
        void client.invalidateQueries({ queryKey: ['/api/resources'] })
      }
    },
  })
  return {
    pending: isPending,
    onClick: ({ detail }: MouseEvent) => {
      // Only the first click of a double or triple click downloads.
      if (detail <= 1) mutate()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.repeat) event.preventDefault()
    },
  }
}

/** The fields of a file that its download needs. */
type DownloadedFile = Pick<Resource, 'id' | 'title' | 'filePath' | 'fileType'>

const useDownloadFile = ({ id, title, filePath, fileType }: DownloadedFile) => {
  const button = useDownload({
    title,
    address: `/objects/${filePath}?download`,
    name: title || `resource.${fileType}`,
    record: async (client) => {
      const { downloadCount } = await call('POST /api/resources/:id/download', { params: { id } })
      // Only the count changes: the lists are not read again.
      patchRow<Resource>(client, ['/api/resources'], id, (file) => ({ ...file, downloadCount }))
    },
  })
  const showMissing = () =>
    toast({ title: failureTitle, description: 'File path not found for this resource.', tone: 'danger' })
  return filePath ? button : { ...button, onClick: showMissing }
}

/** The small button, for rows. */
export function DownloadIconButton({ file }: { file: DownloadedFile }) {
  const button = useDownloadFile(file)
  return <IconButton {...button} icon={DownloadIcon} label={`Download ${file.title}`} title="Download" />
}

/** The button with a label. */
export function DownloadButton({ file }: { file: DownloadedFile }) {
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
      await call('POST /api/resource-folders/:id/download', { params: { id } })
      // Partners are not shown how often something was downloaded.
      if (isStaff) void client.invalidateQueries({ queryKey: ['/api/resources', { folder: id }] })
    },
  })
  return (
    <Button {...button} icon={FolderDown} size="small">
      Download folder
    </Button>
  )
}
