import type { PartnerActivation } from '#contract/activations.ts'
import type { PartnerDocument } from '#contract/documents.ts'
import type { PartnerTaskRow } from '#contract/overview.ts'
import type { PartnerTask } from '#contract/tasks.ts'

/** Whose rows are shown: the caller's own, or those of all partners, which staff see. */
export type Scope = 'own' | 'all'

export type RowPartner = PartnerTaskRow['partner']

/** Rows of several partners say whose they are. */
type Row<T> = T & { partner?: RowPartner }

export type DocumentRow = Row<PartnerDocument>
export type ActivationRow = Row<PartnerActivation>
export type TaskRow = Row<PartnerTask>
