import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  createDocument,
  listOwnDocuments,
  markDocumentSigned,
  type PartnerDocument,
  signDocument,
} from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { getProfile } from '#contract/partners/profile.ts'

/** Signs an agreement. Its row then is the signed one, and the profile is read again: its status may have changed. */
export const useSignDocument = (id: string) =>
  useEndpointMutation<Sent<typeof signDocument, 'body'>, PartnerDocument>(
    (body) => call(signDocument, { body }),
    {
      success: 'Document signed successfully!',
      failure: 'Failed to sign document. Please try again.',
      invalidates: [getProfile.path],
      // The row changes only with the answer: what is signed has its evidence from the server.
      patch: { lists: [listOwnDocuments.path], id: () => id, change: (document) => document },
    },
  )

type NewDocument = Sent<typeof createDocument, 'body'> & { partnerId: string }

export const useAddDocument = () =>
  useEndpointMutation(
    ({ partnerId, ...body }: NewDocument) => call(createDocument, { params: { partnerId }, body }),
    {
      success: 'Document added successfully',
      failure: 'Failed to add document',
      invalidates: [staffReads],
    },
  )

/** Records a signature on paper. */
export const useMarkSigned = ({ id, updatedAt }: PartnerDocument) =>
  useEndpointMutation(
    () =>
      call(markDocumentSigned, {
        params: { id },
        body: { status: 'signed', signedAt: new Date().toISOString(), updatedAt },
      }),
    {
      success: 'Document marked as signed',
      failure: 'Failed to update document status',
      invalidates: [staffReads],
    },
  )
