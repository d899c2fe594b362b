import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/api.ts'
import { readOf } from '#client/lib/query-client.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type * as contract from '#contract/agreement-types.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = ['/api/admin/agreement-types'] as const

export const useAgreementTypes = () => useQuery(readOf('/api/admin/agreement-types'))

/** A type with its draft and its published versions. */
export const useAgreementType = (type: string) =>
  useQuery(readOf('/api/admin/agreement-types/:type', { params: { type } }))

/** Reads a type again whenever a component that shows it opens, for questions that must show current numbers. */
export const useNewestAgreementType = (type: string) =>
  useQuery({ ...readOf('/api/admin/agreement-types/:type', { params: { type } }), refetchOnMount: 'always' })

/** The text of a published version. */
export const useAgreementVersion = (type: string, version: string) =>
  useQuery(readOf('/api/admin/agreement-types/:type/versions/:version', { params: { type, version } }))

export const useCreateType = () =>
  useEndpointMutation(
    (body: Sent<typeof contract.createAgreementType, 'body'>) =>
      call('POST /api/admin/agreement-types', { body }),
    {
      success: 'Agreement type added',
      failure: 'Failed to add the agreement type',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )

export const useUpdateType = (type: string) =>
  useEndpointMutation(
    (body: Sent<typeof contract.updateAgreementType, 'body'>) =>
      call('PUT /api/admin/agreement-types/:type', { params: { type }, body }),
    {
      success: 'Changes saved',
      failure: 'Failed to save the changes',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )

export const useArchiveType = (type: string) =>
  useEndpointMutation(() => call('POST /api/admin/agreement-types/:type/archive', { params: { type } }), {
    success: 'Agreement type archived',
    failure: 'Failed to archive the agreement type',
    invalidates,
  })

export const useRestoreType = (type: string) =>
  useEndpointMutation(() => call('POST /api/admin/agreement-types/:type/restore', { params: { type } }), {
    success: 'Agreement type restored',
    failure: 'Failed to restore the agreement type',
    invalidates,
  })

/** Deletes a draft. `discard` calls back to delete it on the server, unless it was never saved. */
export const useDiscardDraft = (
  type: string,
  discard: (remove: () => Promise<unknown>) => Promise<unknown>,
) =>
  useEndpointMutation(
    () => discard(() => call('DELETE /api/admin/agreement-types/:type/draft', { params: { type } })),
    {
      success: 'Draft discarded',
      failure: 'Failed to discard the draft',
      invalidates,
    },
  )

/** Publishes the draft that `saveNow` has saved. A draft that another admin has saved since is refused in the form. */
export const usePublishDraft = (type: string, saveNow: () => Promise<string>, onSuccess: () => void) =>
  useEndpointMutation(
    async () => {
      const body = { updatedAt: await saveNow() }
      return call('POST /api/admin/agreement-types/:type/draft/publish', { params: { type }, body })
    },
    {
      success: ({ name }) => ({
        title: 'Text published',
        description: `From now on, partners sign this ${name}.`,
      }),
      failure: 'Failed to publish the draft',
      serverMessages: 'all',
      inForm: ['conflict'],
      invalidates,
      // The form closes before the new version is read, which would begin the form of the version after it.
      onSuccess,
    },
  )
