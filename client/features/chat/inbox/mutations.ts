import { personName } from '#client/domain/person-name.ts'
import { call } from '#client/lib/api.ts'
import { formatCount } from '#client/lib/format.ts'
import { type EndpointMutation, useEndpointMutation } from '#client/lib/use-endpoint-mutation.ts'
import type { changeConversations } from '#contract/chat/inbox.ts'
import type { Received, Sent } from '#contract/endpoint.ts'
import type { OpenedConversation } from './queries.ts'

type Sendable = Sent<typeof changeConversations, 'body'>['changes'][number]
export type ConversationChange = Omit<Sendable, 'id'>

type Variables = { rows: readonly OpenedConversation[]; change: ConversationChange }

const doneBy = ({ closed, snoozedUntil, assignedTo }: ConversationChange) => {
  if (closed !== undefined) return closed ? 'closed' : 'reopened'
  if (snoozedUntil !== undefined) return snoozedUntil ? 'snoozed' : 'brought back'
  return assignedTo === undefined ? 'labeled' : 'reassigned'
}

const send = (changes: Sendable[]) => call('POST /api/chat/conversations/bulk', { body: { changes } })

const always = {
  failure: 'The conversation could not be changed. Check your connection and try again.',
  serverMessages: 'all',
  invalidates: ['/api/chat/conversations', '/api/chat/labels'],
  awaitsReads: true,
} as const satisfies Partial<EndpointMutation<never, never>>

/** Makes the same change to conversations, which may leave the list because of that. The toast offers Undo. */
export const useChangeConversations = () => {
  const { mutate: undo } = useEndpointMutation(
    (changed: Received<typeof changeConversations>['changed']) =>
      send(changed.map(({ id, before }) => ({ id, ...before }))),
    { ...always, success: 'Change undone' },
  )
  return useEndpointMutation(
    ({ rows, change }: Variables) => send(rows.map(({ id }) => ({ id, ...change }))),
    {
      ...always,
      success: ({ changed }, { rows: [first, ...others], change }) => ({
        ...(first && others.length === 0
          ? { title: `Conversation ${doneBy(change)}`, description: personName(first) }
          : { title: `${formatCount(changed.length, 'conversation')} ${doneBy(change)}` }),
        ...(changed.length > 0 && { action: { label: 'Undo', onSelect: () => undo(changed) } }),
      }),
      leaves: ({ rows, change }) => {
        const done = doneBy(change)
        const label = `${done.charAt(0).toUpperCase()}${done.slice(1)}`
        return { ids: rows.map(({ id }) => id), label, hasUndo: rows.length === 1 }
      },
    },
  )
}

export type ChangeConversations = ReturnType<typeof useChangeConversations>
