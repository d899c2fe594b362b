import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useIsStaff } from '#client/domain/current-user.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { failureReason } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import { type ResourceFolder, recordFolderDownload } from '#contract/resources/folders.ts'
import { listResources, type Resource, recordDownload } from '#contract/resources/resources.ts'
import { writeDownloadCount } from './queries.ts'

/** A download: how to record it, the address and the name of the file, and its title for the user. */
type Download = { record: () => Promise<unknown>; address: string; name: string; title: string }

const showDownloadError = (description: string) =>
  toast({ title: 'Download Error', description, tone: 'danger' })

/** A download in two steps: first it is recorded, then the browser gets the file. */
const useRecordedDownload = () => {
  const client = useQueryClient()
  const refresh = () => client.invalidateQueries({ queryKey: [listResources.path] })
  return useMutation({
    mutationFn: ({ record }: Download) => record(),
    onSuccess: (_, { address, name, title }) => {
      saveFrom(address, name)
      toast({ title: 'Download Started', description: `Opening ${title}...`, tone: 'positive' })
    },
    onError: (error) => {
      // A lost session already shows a toast of its own.
      if (error instanceof ApiError && error.status === 401) return
      showDownloadError(failureReason(error) ?? 'Failed to track download. Please try again.')
      // Withdrawn meanwhile: the lists have to follow.
      if (error instanceof ApiError && error.status === 404) refresh()
    },
  })
}

export const useDownloadFile = ({ id, title, filePath, fileType }: Resource) => {
  const client = useQueryClient()
  const { mutate, isPending } = useRecordedDownload()
  const download = () => {
    if (!filePath) return showDownloadError('File path not found for this resource.')
    mutate({
      record: async () => {
        const { downloadCount } = await call(recordDownload, { params: { id } })
        writeDownloadCount(client, id, downloadCount)
      },
      address: `/objects/${filePath}?download`,
      name: title || `resource.${fileType}`,
      title,
    })
  }
  return { download, isPending }
}

/** All files of a folder, as one zip. */
export const useDownloadFolder = ({ id, name }: ResourceFolder) => {
  const client = useQueryClient()
  const isStaff = useIsStaff()
  const { mutate, isPending } = useRecordedDownload()
  const download = () =>
    mutate({
      record: async () => {
        await call(recordFolderDownload, { params: { id } })
        // Partners are not shown how often something was downloaded.
        if (isStaff) void client.invalidateQueries({ queryKey: [listResources.path, { folder: id }] })
      },
      address: `/api/resource-folders/${id}/zip`,
      name: `${name}.zip`,
      title: name,
    })
  return { download, isPending }
}

/**
 * Has the browser save what is at an address of this origin, in a tab of its own where it would rather show it.
 *
 * It is called when a download has been recorded, which may be many seconds after the press. Chromium takes a window that is
 * opened 5 seconds after a press for a pop-up, and blocks it; a link with `download` opens none, so it is saved even then.
 * The name that the server gives in `Content-Disposition`, the title with the right ending, goes before `name`.
 */
const saveFrom = (address: string, name: string) => {
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.target = '_blank'
  link.rel = 'noopener'
  document.body.append(link)
  link.click()
  link.remove()
}
