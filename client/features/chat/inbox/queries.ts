import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { getConversation } from '#contract/chat/inbox.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import type { Received } from '#contract/endpoint.ts'

/** A conversation that may have no message yet. */
export type OpenedConversation = Received<typeof getConversation>

/** Reads the labels of conversations, by name. */
export const useLabels = () => useQuery(readOf('/api/chat/labels'))

/** The notes of a conversation, as far back as its loaded messages. */
export const useNotes = (conversationId: string, messages: readonly ChatMessage[]) => {
  const notes = useInfiniteQuery(
    pagesOf('/api/chat/conversations/:conversationId/notes', { params: { conversationId } }),
  )
  const rows = notes.data?.pages.flatMap((page) => page.rows) ?? []
  const firstSeq = messages[0]?.seq ?? 0
  const needsOlder = notes.hasNextPage && (rows.at(-1)?.afterSeq ?? 0) >= firstSeq
  const { fetchNextPage, isFetching } = notes
  useEffect(() => {
    if (needsOlder && !isFetching) void fetchNextPage()
  }, [needsOlder, isFetching, fetchNextPage])
  return rows
}
