import { staffReads } from '#client/domain/staff-reads.ts'
import { ApiError, call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { saveResponse } from '#client/lib/save-response.ts'
import { useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { exportAgreements } from '#contract/documents/agreement-export.ts'
import type { prepareAmendment } from '#contract/documents/amendments.ts'
import type { countersignDocument } from '#contract/documents/countersigning.ts'
import type { changeEndOfDocuments, Done, voidDocuments } from '#contract/documents/document-list.ts'
import type {
  AddScan,
  MarkDocumentSigned,
  PartnerDocument,
  signDocument,
  updateDocument,
} from '#contract/documents/documents.ts'
import type { changeDates } from '#contract/documents/life.ts'
import type { Sent } from '#contract/endpoint.ts'
import { signedValues } from './signature.ts'

/** The reads that show agreements to staff: their lists, and single agreements. */
const staffDocumentReads = [staffReads, '/api/partner/documents'] as const

/** Returns the agreement if it is signed with exactly these values: an earlier request has arrived, but its response was lost. */
const findSignedBefore = async (id: string, { signatureData }: Sent<typeof signDocument, 'body'>) => {
  const document = (await call('GET /api/partner/documents', {})).find((each) => each.id === id)
  if (document?.status !== 'signed') return undefined
  const stored = signedValues(document.signatureData)
  const sent = Object.entries(signedValues(String(signatureData)))
  return sent.every(([field, value]) => stored[field] === value) ? document : undefined
}

/** Signs an agreement. Its row is replaced by the signed one, and the profile is read again, since its status may have changed. */
export const useSignDocument = (id: string) =>
  useEndpointMutation<Sent<typeof signDocument, 'body'>, PartnerDocument>(
    async (body) => {
      try {
        return await call('POST /api/partner/documents', { body })
      } catch (error) {
        const signed = error instanceof ApiError && error.status === 409 && (await findSignedBefore(id, body))
        if (!signed) throw error
        return signed
      }
    },
    {
      success: ({ documentName }) => ({
        title: 'Document signed successfully!',
        description: documentName,
      }),
      failure: 'Failed to sign document. Please try again.',
      invalidates: ['/api/partner/profile'],
      // The row changes only when the response arrives, because the server adds the evidence of the signature.
      patch: { lists: ['/api/partner/documents'], id: () => id, change: (document) => document },
    },
  )

/** Declines one of the partner's own agreements. */
export const useDeclineDocument = (id: string) =>
  useEndpointMutation<{ reason: string }, PartnerDocument>(
    (body) => call('POST /api/partner/documents/:id/decline', { params: { id }, body }),
    {
      success: 'Agreement declined',
      failure: 'Failed to decline the agreement',
      invalidates: ['/api/partner/documents'],
      // The row changes only when the response arrives, because the server sets the time.
      patch: { lists: ['/api/partner/documents'], id: () => id, change: (document) => document },
    },
  )

/** Changes the dates of an agreement. */
export const useChangeDates = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof changeDates, 'body'>) =>
      call('PUT /api/admin/documents/:id/dates', { params: { id }, body }),
    {
      success: 'Dates updated',
      failure: 'Failed to change the dates',
      inForm: ['conflict', 'fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Voids a signed agreement. */
export const useVoidDocument = (id: string) =>
  useEndpointMutation(
    (body: { reason: string }) => call('POST /api/admin/documents/:id/void', { params: { id }, body }),
    {
      success: 'Agreement voided',
      failure: 'Failed to void the agreement',
      invalidates: staffDocumentReads,
    },
  )

/** Formats what was done to several agreements: "3 agreements voided", with how many needed no change. */
const doneToSeveral =
  (done: string, unchanged: string) =>
  (result: Done): { title: string; description?: string } => ({
    title: `${formatCount(result.changed, 'agreement')} ${done}`,
    ...(result.unchanged > 0 && {
      description: `${formatCount(result.unchanged, 'agreement')} ${unchanged}`,
    }),
  })

const several = { serverMessages: 'all', invalidates: staffDocumentReads, awaitsReads: true } as const

export const useVoidDocuments = () =>
  useEndpointMutation(
    (body: Sent<typeof voidDocuments, 'body'>) => call('POST /api/admin/documents/void', { body }),
    {
      ...several,
      success: doneToSeveral('voided', 'had been voided before'),
      failure: 'Failed to void the agreements',
    },
  )

/** Sets the last day of several agreements. */
export const useChangeEnd = () =>
  useEndpointMutation(
    (body: Sent<typeof changeEndOfDocuments, 'body'>) => call('POST /api/admin/documents/end', { body }),
    {
      ...several,
      success: doneToSeveral('updated', 'had this end date already'),
      failure: 'Failed to set the end date',
    },
  )

/** Asks the partners of agreements with an earlier text to sign the one in force. */
export const useAskForNewText = () =>
  useEndpointMutation((ids: string[]) => call('POST /api/admin/documents/new-text', { body: { ids } }), {
    ...several,
    success: doneToSeveral('sent to sign', 'skipped'),
    failure: 'Failed to send the agreements',
  })

/** Changes the type and terms of an agreement that is not signed. */
export const useUpdateDocument = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof updateDocument, 'body'>) =>
      call('PUT /api/admin/documents/:id', { params: { id }, body }),
    {
      success: 'Agreement updated',
      failure: 'Failed to change the agreement',
      inForm: ['conflict', 'fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Records a signature on paper, with its scan if there is one. */
export const useMarkSigned = ({ id, updatedAt }: Pick<PartnerDocument, 'id' | 'updatedAt'>) =>
  useEndpointMutation(
    (scan: MarkDocumentSigned['scan']) =>
      call('PUT /api/partner/documents/:id', {
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
    (scan: AddScan['scan']) =>
      call('POST /api/admin/documents/:id/scan', { params: { id }, body: { scan, updatedAt } }),
    { success: 'Scan added', failure: 'Failed to add the scan', invalidates: staffDocumentReads },
  )

/** Signs an agreement for the company. */
export const useCountersign = (id: string) =>
  useEndpointMutation(
    (body: Sent<typeof countersignDocument, 'body'>) =>
      call('POST /api/admin/documents/:id/countersign', { params: { id }, body }),
    {
      success: ({ documentName }) => ({ title: 'Signed for the company', description: documentName }),
      failure: 'Failed to sign the agreement',
      inForm: ['fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Gives a partner an amendment of their name in signed agreements to sign. */
export const usePrepareAmendment = (partnerId: string) =>
  useEndpointMutation(
    (body: Sent<typeof prepareAmendment, 'body'>) =>
      call('POST /api/admin/partners/:partnerId/amendments', { params: { partnerId }, body }),
    {
      success: () => ({ title: 'Amendment prepared', description: 'The partner can sign it now.' }),
      failure: 'Failed to prepare the amendment',
      inForm: ['fields'],
      invalidates: staffDocumentReads,
    },
  )

/** Deletes an agreement that is not signed. */
export const useWithdrawDocument = ({ id }: Pick<PartnerDocument, 'id'>) =>
  useEndpointMutation(
    (body: { reason: string }) => call('POST /api/admin/documents/:id/withdraw', { params: { id }, body }),
    {
      success: 'Agreement deleted',
      failure: 'Failed to delete the agreement',
      invalidates: staffDocumentReads,
    },
  )

/** Makes an agreement that was marked as signed pending again. */
export const useTakeBackSignature = ({ id }: PartnerDocument) =>
  useEndpointMutation(
    (body: { reason: string }) => call('POST /api/admin/documents/:id/take-back', { params: { id }, body }),
    {
      success: 'Agreement no longer signed',
      failure: 'Failed to undo the signature',
      invalidates: staffDocumentReads,
    },
  )

/** Saves signed agreements as a zip: those of a partner, of a period, or both, or the given ones. */
export const useExportAgreements = () =>
  useEndpointMutation(
    (query: Sent<typeof exportAgreements, 'query'>) =>
      saveResponse(`/api/admin/agreements/export?${new URLSearchParams(query)}`),
    {
      serverMessages: 'all',
      failure: 'The agreements could not be downloaded. Check your connection and try again.',
    },
  )
