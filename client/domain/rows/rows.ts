import type { ReactNode } from 'react'
import type { ShownQuery } from '#client/ui/query-state.tsx'
import type { PartnerActivation } from '#contract/activations.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerDocumentRow } from '#contract/overview.ts'
import type { PartnerTask } from '#contract/tasks.ts'

export type RowPartner = PartnerDocumentRow['partner']

/** A row; in lists of several partners, it includes its partner. */
type Row<T> = T & { partner?: RowPartner }

export type DocumentRow = Row<PartnerDocument>
export type ActivationRow = Row<PartnerActivation>
export type TaskRow = Row<PartnerTask>

/** The rows of a section and the actions that it offers. */
export type SectionProps<R> = {
  query: ShownQuery<R[]>
  description?: string | undefined
  /** The actions in the head of the section. */
  headActions?: ReactNode
  /** The address that lists all rows. If given, the section shows only the first eight. */
  viewAll?: string | undefined
  /** Whether each row is a single line on a wide screen. */
  dense?: boolean
  renderActions?: (row: R) => ReactNode
}

/** The props of a staff section, which has the rows of one partner, or of all partners when none is chosen. */
export type StaffSectionProps = {
  partner: RowPartner | null
  /** The address that lists all rows. If given, the section shows only the first few, each on a single line. */
  viewAll?: string | undefined
}

export const partnerLabel = ({ fullName, businessName }: Omit<RowPartner, 'id'>) =>
  `${fullName} · ${businessName}`
