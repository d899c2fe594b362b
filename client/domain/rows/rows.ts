import type { ReactNode } from 'react'
import type { PartnerActivation } from '#contract/activations.ts'
import type { PartnerDocument } from '#contract/documents/documents.ts'
import type { PartnerTaskRow } from '#contract/overview.ts'
import type { PartnerTask } from '#contract/tasks.ts'

export type RowPartner = PartnerTaskRow['partner']

/** Rows of several partners say whose they are. */
type Row<T> = T & { partner?: RowPartner }

export type DocumentRow = Row<PartnerDocument>
export type ActivationRow = Row<PartnerActivation>
export type TaskRow = Row<PartnerTask>

/** Where the rows of a section come from, and what can be done with them. */
export type SectionProps<R> = {
  query: {
    data: R[] | undefined
    isError: boolean
    /** What is there is of another page: it can be read, and nothing be done with it. */
    isPlaceholderData?: boolean
    refetch: () => unknown
  }
  description?: string | undefined
  /** In the head of the section. */
  headActions?: ReactNode
  renderActions?: (row: R) => ReactNode
}
