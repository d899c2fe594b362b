import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type {
  createSharedDocument,
  SharedDocument,
  updateSharedDocument,
} from '#contract/documents/shared-documents.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = [staffReads, '/api/partner/documents'] as const

/** Gives an agreement to one partner or to several. */
export const useAddDocument = (success = 'Document added successfully') =>
  useEndpointMutation(
    (body: Sent<typeof createSharedDocument, 'body'>) => call('POST /api/admin/documents', { body }),
    {
      success,
      failure: 'Failed to add document',
      invalidates,
    },
  )

/** Changes whom an agreement is for, and its terms. */
export const useUpdateSharedDocument = ({ id }: Pick<SharedDocument, 'id'>) =>
  useEndpointMutation(
    (body: Sent<typeof updateSharedDocument, 'body'>) =>
      call('PUT /api/admin/shared-documents/:id', { params: { id }, body }),
    {
      success: 'Agreement updated',
      failure: 'Failed to change the agreement',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )

/** Deletes an agreement for the partners who have not signed it. */
export const useWithdrawSharedDocument = ({ id }: Pick<SharedDocument, 'id'>) =>
  useEndpointMutation(
    (body: { reason: string }) =>
      call('POST /api/admin/shared-documents/:id/withdraw', { params: { id }, body }),
    {
      success: 'Agreement deleted',
      failure: 'Failed to delete the agreement',
      invalidates,
    },
  )
