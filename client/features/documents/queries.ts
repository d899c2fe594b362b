import { useQueries, useQuery } from '@tanstack/react-query'
import { mineFilter, useDashboardView } from '#client/domain/dashboard-view.ts'
import type { DocumentRow } from '#client/domain/rows/rows.ts'
import { notInEventStream, readOf } from '#client/lib/query-client.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'

export const ownDocuments = readOf('/api/partner/documents')

/** The partner's own agreements, the oldest first. */
export const useOwnDocuments = (enabled = true) => useQuery({ ...ownDocuments, enabled })

/** One agreement with its partner and terms. */
export const useAgreement = (id: string) => useQuery(readOf('/api/partner/documents/:id', { params: { id } }))

const textOf = (id: string) => readOf('/api/partner/documents/:id/agreement', { params: { id } })

/** The text of an agreement: as signed, or as it is to be signed. */
export const useAgreementText = (id: string) => useQuery(textOf(id))

/** Reads the texts of the agreements that are likely to be opened next, so that they show without delay. */
export const useAgreementTexts = (ids: string[]) => useQueries({ queries: ids.map(textOf) })

const pendingFirst = (documents: DocumentRow[]) => [
  ...documents.filter(({ status }) => status === 'pending'),
  ...documents.filter(({ status }) => status === 'signed'),
]

/** The partner's own agreements, those still to be signed first. */
export const useOwnDocumentRows = () =>
  useQuery<DocumentRow[]>({ queryKey: ownDocuments.queryKey, select: pendingFirst })

/** For staff: the newest agreements that were given to one partner alone, or all of the partners that the reader manages. */
export const newestAgreements = (isMine: boolean) =>
  readOf('/api/admin/documents', {
    query: { ...(isMine ? mineFilter(true) : { shared: 'none' as const }), limit: '50' },
  })

/** For staff: the agreements of a partner, those still to be signed first; without a partner, the newest that were given to one alone. */
export const useStaffDocuments = (partnerId: string | undefined, enabled = true) => {
  const { isMine } = useDashboardView()
  return useQuery<DocumentRow[]>({
    enabled,
    queryKey: partnerId
      ? readOf('/api/admin/partners/:partnerId/documents', { params: { partnerId } }).queryKey
      : newestAgreements(isMine).queryKey,
    ...(partnerId && { select: pendingFirst }),
  })
}

/** The address at which a signed agreement is downloaded: the sealed PDF or, in the seconds before that exists, the text. */
export const downloadAddress = ({
  id,
  evidence,
  documentPath,
}: Pick<PartnerDocument, 'id' | 'evidence' | 'documentPath'>) =>
  evidence?.sealedAt ? `/objects/${documentPath}?download` : `/api/partner/documents/${id}/text`

/** The address of the text of an agreement that is to be signed, marked as not signed. */
export const unsignedAddress = (id: string) => `/api/partner/documents/${id}/unsigned-text`

/** The address at which an onboarded partner signs a further agreement. */
export const signingAddress = (document: { id: string }) => `/?sign=${document.id}`

const tenMinutesMs = 600_000

/** Today's date by the server's clock in the reader's zone, used as the day of a signature. It is read again while the page is open. */
export const useToday = () =>
  useQuery({
    ...readOf('/api/account/today'),
    ...notInEventStream,
    refetchInterval: tenMinutesMs,
    refetchOnWindowFocus: true,
  })
