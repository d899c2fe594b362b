import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import {
  createDocument,
  listOwnDocuments,
  markDocumentSigned,
  type PartnerDocument,
  signDocument,
  takeBackSignature,
  withdrawDocument,
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

/** Deletes an agreement that is not signed. */
export const useWithdrawDocument = ({ id }: PartnerDocument) =>
  useEndpointMutation((body: { reason: string }) => call(withdrawDocument, { params: { id }, body }), {
    success: 'Agreement withdrawn',
    failure: 'Failed to withdraw the agreement',
    invalidates: [staffReads],
  })

/** Makes an agreement that was marked as signed pending again. */
export const useTakeBackSignature = ({ id }: PartnerDocument) =>
  useEndpointMutation((body: { reason: string }) => call(takeBackSignature, { params: { id }, body }), {
    success: 'Mark Signed taken back',
    failure: 'Failed to take Mark Signed back',
    invalidates: [staffReads],
  })
