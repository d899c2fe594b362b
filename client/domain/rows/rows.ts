import type { ReactNode } from 'react'
import type { ShownQuery } from '#client/ui/query-state.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerDocumentRow } from '#contract/overview.ts'
import type { PartnerTask } from '#contract/tasks.ts'

export type RowPartner = PartnerDocumentRow['partner']

/** In lists of several partners a row has its partner. */
type Row<T> = T & { partner?: RowPartner }

export type DocumentRow = Row<PartnerDocument>
export type ActivationRow = Row<PartnerActivation>
export type TaskRow = Row<PartnerTask>

/** Where the rows of a section come from, and what can be done with them. */
export type SectionProps<R> = {
  query: ShownQuery<R[]>
  description?: string | undefined
  /** In the head of the section. */
  headActions?: ReactNode
  /** Where all of them are listed: then only the first eight show. */
  viewAll?: string | undefined
  /** On a wide screen each row is one line. */
  dense?: boolean
  renderActions?: (row: R) => ReactNode
}

/** The rows of the staff sections: those of one partner, or of all partners where none is chosen. */
export type StaffSectionProps = {
  partner: RowPartner | null
  /** Where all of them are listed: then only the first few show, each in a line. */
  viewAll?: string | undefined
  /** It shows as loading, until what is beside it has been read. */
  isHeld?: boolean
}

export const allPartnersDescription = 'All partners, newest first'

export const partnerLabel = ({ fullName, businessName }: Omit<RowPartner, 'id'>) =>
  `${fullName} · ${businessName}`
