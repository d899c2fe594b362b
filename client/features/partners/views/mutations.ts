import { call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { Sent } from '#contract/endpoint.ts'
import type { createView, SavedView, updateView } from '#contract/views.ts'

const always = {
  failure: 'The view could not be saved. Check your connection and try again.',
  serverMessages: 'all',
  invalidates: ['/api/admin/views'],
  awaitsReads: true,
} as const satisfies Partial<EndpointMutation<never, never>>

/** Saves a new view. */
export const useCreateView = () =>
  useEndpointMutation((body: Sent<typeof createView, 'body'>) => call('POST /api/admin/views', { body }), {
    ...always,
    inForm: ['conflict', 'fields'],
    success: 'View saved',
  })

type Change = { view: SavedView; change: Sent<typeof updateView, 'body'> }

const sendChange = ({ view, change }: Change) =>
  call('PUT /api/admin/views/:id', {
    params: { id: view.id },
    body: { ...change, updatedAt: view.updatedAt },
  })

/** Changes a view. */
export const useChangeView = () => useEndpointMutation(sendChange, { ...always, success: 'View saved' })

/** Renames a view; the form shows what the server refuses. */
export const useRenameView = () =>
  useEndpointMutation(sendChange, { ...always, inForm: ['conflict', 'fields'], success: 'View renamed' })

/** Deletes a view. */
export const useDeleteView = (onDeleted: () => void) =>
  useEndpointMutation(
    ({ view: { id }, uses }: { view: SavedView; uses: number }) =>
      call('DELETE /api/admin/views/:id', { params: { id }, query: { uses } }),
    {
      ...always,
      success: 'View deleted',
      onSuccess: onDeleted,
      failure: 'The view could not be deleted. Check your connection and try again.',
    },
  )
