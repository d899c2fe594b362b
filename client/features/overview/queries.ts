import { mineFilter } from '#client/domain/dashboard-view.ts'
import { readOf } from '#client/lib/query-client.ts'
import { attentionRows } from '#contract/attention-kinds.ts'

/** Reads what needs the attention of staff, about all partners or those that the reader manages. */
export const attentionOf = (isMine: boolean) => readOf('/api/admin/attention', { query: mineFilter(isMine) })

/** The partners whose items are read: those of the reader, or one. */
export type AttentionScope = { isMine?: boolean; partnerId?: string | undefined }

/** Reads more of what needs attention: further items of each kind, or those that are marked as done or snoozed. */
export const moreAttentionOf = ({ isMine = false, partnerId }: AttentionScope, isMarked: boolean) =>
  readOf('/api/admin/attention', {
    query: {
      ...mineFilter(isMine),
      ...(partnerId && { partnerId }),
      ...(isMarked && { marked: 'true' as const }),
      limit: String(attentionRows.many),
    },
  })
