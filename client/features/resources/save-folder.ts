import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  createResourceFolder,
  deleteResourceFolder,
  listResourceFolders,
  type ResourceFolder,
  updateResourceFolder,
} from '#contract/resources/folders.ts'
import { listResources } from '#contract/resources/resources.ts'
import { cardId, folderButtonId } from './element-ids.ts'

type Told = {
  done: string
  failed: string
  /** Once the lists have followed. */
  after?: () => void
}

/** Changes folders: the lists follow, before the dialog that asked for it closes. */
const useChangeFolders = <Input, Result>(
  change: (input: Input) => Promise<Result>,
  { done, failed, after }: Told,
) => {
  const client = useQueryClient()
  // The files, too: each knows its folder.
  const refresh = () =>
    Promise.all(
      [listResourceFolders.path, listResources.path].map((path) =>
        client.invalidateQueries({ queryKey: [path] }),
      ),
    )
  return useMutation({
    mutationFn: change,
    onSuccess: async () => {
      toast({ title: done, tone: 'positive' })
      await refresh()
      after?.()
    },
    onError: (error) => {
      showFailure(error, failed)
      // Deleted meanwhile, in another window: what is shown has to follow.
      if (error instanceof ApiError && error.status === 404) return refresh()
    },
  })
}

export const useCreateFolder = () =>
  useChangeFolders(
    (body: Sent<typeof createResourceFolder, 'body'>) => call(createResourceFolder, { body }),
    { done: 'Folder created successfully!', failed: 'Failed to create folder. Please try again.' },
  )

export const useUpdateFolder = (id: string) =>
  useChangeFolders(
    (body: Sent<typeof updateResourceFolder, 'body'>) => call(updateResourceFolder, { params: { id }, body }),
    { done: 'Folder updated successfully!', failed: 'Failed to update folder. Please try again.' },
  )

export const useDeleteFolder = ({ id, category }: ResourceFolder) =>
  useChangeFolders(() => call(deleteResourceFolder, { params: { id } }), {
    done: 'Folder deleted successfully!',
    failed: 'Failed to delete folder. Please try again.',
    after: () => {
      const { activeElement } = document
      const row = document.getElementById(folderButtonId(id))?.closest('li')
      // The row may still be drawn: it goes away with what is pressed in it.
      if (activeElement === document.body || row?.contains(activeElement)) {
        document.getElementById(cardId(category))?.focus()
      }
    },
  })
