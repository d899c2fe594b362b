import { call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import {
  createResourceFolder,
  deleteResourceFolder,
  listResourceFolders,
  updateResourceFolder,
} from '#contract/resources/folders.ts'
import { deleteResource, listResources, updateResource } from '#contract/resources/resources.ts'

/** The reads of the library: files with their versions and downloads, and folders, which count their files. */
export const libraryReads = [listResources.path, listResourceFolders.path]

const useLibraryMutation = <Variables = void, Result = unknown>(
  send: (variables: Variables) => Promise<Result>,
  options: Omit<EndpointMutation<Variables, Result>, 'invalidates'>,
) => useEndpointMutation(send, { ...options, invalidates: libraryReads })

/** Creates a folder, or changes the one with the id, whose category stays. */
export const useSaveFolder = (id: string | undefined) =>
  useLibraryMutation(
    ({ category, ...details }: Sent<typeof createResourceFolder, 'body'>) =>
      id
        ? call(updateResourceFolder, { params: { id }, body: details })
        : call(createResourceFolder, { body: { ...details, category } }),
    {
      success: id ? 'Folder updated successfully!' : 'Folder created successfully!',
      failure: id
        ? 'Failed to update folder. Please try again.'
        : 'Failed to create folder. Please try again.',
      awaitsReads: true,
    },
  )

/** @param onDeleted called when the lists no longer show the folder */
export const useDeleteFolder = (id: string, onDeleted: () => void) =>
  useLibraryMutation(() => call(deleteResourceFolder, { params: { id } }), {
    success: 'Folder deleted successfully!',
    failure: 'Failed to delete folder. Please try again.',
    awaitsReads: true,
    onSuccess: onDeleted,
  })

export const useUpdateResource = (id: string) =>
  useLibraryMutation(
    (body: Sent<typeof updateResource, 'body'>) => call(updateResource, { params: { id }, body }),
    {
      success: 'Resource updated successfully!',
      failure: 'Failed to update resource. Please try again.',
      inForm: ['conflict'],
    },
  )

/** @param beforeRemoval called while the lists still show the file */
export const useDeleteResource = (id: string, beforeRemoval: () => void) =>
  useLibraryMutation(
    async () => {
      await call(deleteResource, { params: { id } })
      beforeRemoval()
    },
    {
      success: 'Resource deleted successfully!',
      failure: 'Failed to delete resource. Please try again.',
    },
  )
