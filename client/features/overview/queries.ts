import { mineFilter } from '#client/domain/dashboard-view.ts'
import { readOf } from '#client/lib/query-client.ts'

/** Reads what needs the attention of staff, about all partners or those that the reader manages. */
export const attentionOf = (isMine: boolean) => readOf('/api/admin/attention', { query: mineFilter(isMine) })
