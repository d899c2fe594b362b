import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { getDocument } from '#contract/documents/documents.ts'
import {
  createSharedDocument,
  type SharedDocument,
  updateSharedDocument,
  withdrawSharedDocument,
} from '#contract/documents/shared-documents.ts'
import type { Sent } from '#contract/endpoint.ts'

const invalidates = [staffReads, getDocument.path.replace('/:id', '')]

/** Gives an agreement to one partner or to several. */
export const useAddDocument = () =>
  useEndpointMutation(
    (body: Sent<typeof createSharedDocument, 'body'>) => call(createSharedDocument, { body }),
    {
      success: 'Document added successfully',
      failure: 'Failed to add document',
      invalidates,
    },
  )

/** Changes whom an agreement is for, and its terms. */
export const useUpdateSharedDocument = ({ id }: Pick<SharedDocument, 'id'>) =>
  useEndpointMutation(
    (body: Sent<typeof updateSharedDocument, 'body'>) => call(updateSharedDocument, { params: { id }, body }),
    {
      success: 'Agreement updated',
      failure: 'Failed to change the agreement',
      inForm: ['conflict', 'fields'],
      invalidates,
    },
  )

/** Deletes an agreement for the partners who have not signed it. */
export const useWithdrawSharedDocument = ({ id }: Pick<SharedDocument, 'id'>) =>
  useEndpointMutation((body: { reason: string }) => call(withdrawSharedDocument, { params: { id }, body }), {
    success: 'Agreement deleted',
    failure: 'Failed to delete the agreement',
    invalidates,
  })
