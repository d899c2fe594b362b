import { staffReads } from '#client/domain/staff-reads.ts'
import { call } from '#client/lib/api.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { countersignDocument } from '#contract/documents/countersigning.ts'
import {
  type AddScan,
  addScan,
  getDocument,
  listOwnDocuments,
  type MarkDocumentSigned,
  markDocumentSigned,
  type PartnerDocument,
  signDocument,
  takeBackSignature,
  updateDocument,
  withdrawDocument,
} from '#contract/documents/documents.ts'
import type { Sent } from '#contract/endpoint.ts'
import { getProfile } from '#contract/partners/profile.ts'

/** What shows agreements to staff: their lists, and one that is read at its own address. */
const staffDocumentReads = [staffReads, getDocument.path.replace('/:id', '')]

/** Signs an agreement. Its row then is the signed one, and the profile is read again: its status may have changed. */
export const useSignDocument = (id: string) =>
  useEndpointMutation<Sent<typeof signDocument, 'body'>, PartnerDocument>(
    (body) => call(signDocument, { body }),
    {
      success: ({ documentName }) => ({
        title: 'Document signed successfully!',
        description: documentName,
      }),
      failure: 'Failed to sign document. Please try again.',
      invalidates: [getProfile.path],
      // The row changes only with the answer: what is signed has its evidence from the server.
      patch: { lists: [listOwnDocuments.path], id: () => id, change: (document) => document },
    },
  )

/** Changes the type and terms of an agreement that is not signed. */
export const useUpdateDocument = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof updateDocument, 'body'>) => call(updateDocument, { params: { id }, body }),
    {
      success: 'Agreement changed',
      failure: 'Failed to change the agreement',
      inForm: ['conflict', 'fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Records a signature on paper, with its scan where there is one. */
export const useMarkSigned = ({ id, updatedAt }: Pick<PartnerDocument, 'id' | 'updatedAt'>) =>
  useEndpointMutation(
    (scan: MarkDocumentSigned['scan']) =>
      call(markDocumentSigned, {
        params: { id },
        body: { status: 'signed', signedAt: new Date().toISOString(), scan, updatedAt },
      }),
    {
      success: 'Document marked as signed',
      failure: 'Failed to update document status',
      invalidates: staffDocumentReads,
    },
  )

/** Adds the scan of the paper to an agreement that was marked as signed without one. */
export const useAddScan = ({ id, updatedAt }: Pick<PartnerDocument, 'id' | 'updatedAt'>) =>
  useEndpointMutation(
    (scan: AddScan['scan']) => call(addScan, { params: { id }, body: { scan, updatedAt } }),
    { success: 'Scan added', failure: 'Failed to add the scan', invalidates: staffDocumentReads },
  )

/** Signs an agreement for the company. */
export const useCountersign = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof countersignDocument, 'body'>) => call(countersignDocument, { params: { id }, body }),
    {
      success: ({ documentName }) => ({ title: 'Signed for the company', description: documentName }),
      failure: 'Failed to sign the agreement',
      inForm: ['fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Deletes an agreement that is not signed. */
export const useWithdrawDocument = ({ id }: Pick<PartnerDocument, 'id'>) =>
  useEndpointMutation((body: { reason: string }) => call(withdrawDocument, { params: { id }, body }), {
    success: 'Agreement deleted',
    failure: 'Failed to delete the agreement',
    invalidates: staffDocumentReads,
  })

/** Makes an agreement that was marked as signed pending again. */
export const useTakeBackSignature = ({ id }: PartnerDocument) =>
  useEndpointMutation((body: { reason: string }) => call(takeBackSignature, { params: { id }, body }), {
    success: 'Mark Signed taken back',
    failure: 'Failed to take Mark Signed back',
    invalidates: staffDocumentReads,
  })
