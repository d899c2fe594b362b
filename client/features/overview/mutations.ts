import { call } from '#client/lib/api.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import { markedKinds } from '#contract/attention-kinds.ts'
import type { changeConversations } from '#contract/chat/inbox.ts'
import type { Received } from '#contract/endpoint.ts'
import type { AttentionItem } from './attention-item.ts'

/** An item, and the time until which it is snoozed; null for one that is done. */
type Marking = { item: AttentionItem; until: string | null }
type Changed = Received<typeof changeConversations> | undefined

const always = {
  failure: 'This could not be changed. Check your connection and try again.',
  serverMessages: 'all',
  invalidates: ['/api/admin/attention', '/api/chat/conversations'],
  awaitsReads: true,
} as const satisfies Partial<EndpointMutation<never, never>>

const setMark = ({ kind, id, since }: AttentionItem, mark: { until: string | null } | null) => {
  const marked = markedKinds.find((each) => each === kind)
  if (!marked) throw new Error(`Items of ${kind} have no marks`)
  return call('PUT /api/admin/attention/:id', { params: { id }, body: { kind: marked, since, mark } })
}

// A conversation is closed and snoozed itself, as in the inbox.
const send = async ({ item, until }: Marking): Promise<Changed> => {
  if (item.kind === 'conversations') {
    const change = { id: item.id, ...(until ? { snoozedUntil: until } : { closed: true }) }
    return call('POST /api/chat/conversations/bulk', { body: { changes: [change] } })
  }
  await setMark(item, { until })
}

const unmark = async ({ item, changed }: { item: AttentionItem; changed?: Changed }) => {
  if (!changed) return setMark(item, null)
  const changes = changed.changed.map(({ id, before }) => ({ id, ...before }))
  return call('POST /api/chat/conversations/bulk', { body: { changes } })
}

/** Marks an item as done, or snoozes it. The item leaves the list, and the toast offers Undo. */
export const useMarkItem = () => {
  const { mutate: undo } = useEndpointMutation(unmark, { ...always, success: 'Change undone' })
  return useEndpointMutation(send, {
    ...always,
    success: (changed, { item, until }) => ({
      title: until ? 'Snoozed' : 'Done',
      description: item.name,
      action: { label: 'Undo', onSelect: () => undo({ item, changed }) },
    }),
    leaves: ({ item, until }) => ({ ids: [item.rowId], label: until ? 'Snoozed' : 'Done', hasUndo: true }),
  })
}

/** Brings back an item that was marked as done or snoozed. */
export const useBringBack = () =>
  useEndpointMutation(unmark, {
    ...always,
    success: (_result, { item }) => ({ title: 'Brought back', description: item.name }),
    leaves: ({ item }) => ({ ids: [item.rowId], label: 'Brought back', hasUndo: false }),
  })
