import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#client/lib/api.ts'
import { showFailure } from '#client/lib/show-failure.ts'
import { toast } from '#client/lib/toast.ts'
import type { Sent } from '#contract/endpoint.ts'
import { deleteResource, updateResource } from '#contract/resources/resources.ts'
import { refreshLibrary } from './refresh-library.ts'

const isRefusal = (error: unknown, status: number) => error instanceof ApiError && error.status === status

/** Withdrawn meanwhile, in another window: what is shown has to follow. */
const isGone = (error: unknown) => isRefusal(error, 404)

/** Changed meanwhile by somebody else. */
const isConflict = (error: unknown) => isRefusal(error, 409)

export const useUpdateResource = (id: string) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Sent<typeof updateResource, 'body'>) => call(updateResource, { params: { id }, body }),
    onSuccess: () => {
      toast({ title: 'Resource updated successfully!', tone: 'positive' })
      // Not waited for: it is saved, whatever becomes of this.
      void refreshLibrary(client)
    },
    onError: (error) => {
      // A conflict is told in the form, with the way out of it.
      if (!isConflict(error)) showFailure(error, 'Failed to update resource. Please try again.')
      if (isGone(error)) void refreshLibrary(client)
    },
  })
}

/** @param onDeleted called while the file still stands in the lists */
export const useDeleteResource = (id: string, onDeleted: () => void) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => call(deleteResource, { params: { id } }),
    onSuccess: () => {
      toast({ title: 'Resource deleted successfully!', tone: 'positive' })
      onDeleted()
      return refreshLibrary(client)
    },
    onError: (error) => {
      showFailure(error, 'Failed to delete resource. Please try again.')
      if (isGone(error)) return refreshLibrary(client)
    },
  })
}
