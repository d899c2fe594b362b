import type { NeedsAttention } from '#contract/attention.ts'
import { markedKinds } from '#contract/attention-kinds.ts'

type ItemPartner = { id: string; fullName: string; businessName: string }
type ItemMark = { until: string | null; at: string; by: string | null }

/** An item that needs attention, whatever its kind. */
export type AttentionItem = {
  kind: keyof NeedsAttention
  /** The id of what the item is about. */
  id: string
  /** The id of the row in the list, since an agreement can be in several kinds. */
  rowId: string
  name: string
  /** The moment since which it waits; empty for a handover. */
  since: string
  partner: ItemPartner | null
  /** Set if the item is marked as done or snoozed. */
  mark: ItemMark | undefined
  /** Whether it can be done or snoozed. A handover is done when everything is handed over. */
  canMark: boolean
}

type Row = { id: string; partner?: ItemPartner | null; mark?: ItemMark | undefined } & Partial<
  Record<
    | 'taskName'
    | 'documentName'
    | 'subject'
    | 'fullName'
    | 'businessName'
    | 'name'
    | 'since'
    | 'dueDate'
    | 'at',
    string | null
  >
>

/** Returns the item of a row of a kind. */
export const itemOf = (kind: keyof NeedsAttention, row: Row): AttentionItem => ({
  kind,
  id: row.id,
  rowId: `${kind} ${row.id}`,
  name: row.taskName ?? row.documentName ?? row.subject ?? row.fullName ?? row.name ?? '',
  since: row.since ?? row.dueDate ?? row.at ?? '',
  partner:
    kind === 'stalledPartners'
      ? { id: row.id, fullName: row.fullName ?? '', businessName: row.businessName ?? '' }
      : (row.partner ?? null),
  mark: row.mark,
  canMark: kind === 'conversations' || markedKinds.some((each) => each === kind),
})
