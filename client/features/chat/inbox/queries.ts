import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { notesOf } from '../queries.ts'

/** The notes of a conversation, as far back as its loaded messages. */
export const useNotes = (conversationId: string, messages: readonly ChatMessage[]) => {
  const notes = useInfiniteQuery(notesOf(conversationId))
  const rows = notes.data?.pages.flatMap((page) => page.rows) ?? []
  const firstSeq = messages[0]?.seq ?? 0
  const needsOlder = notes.hasNextPage && (rows.at(-1)?.afterSeq ?? 0) >= firstSeq
  const { fetchNextPage, isFetching } = notes
  useEffect(() => {
    if (needsOlder && !isFetching) void fetchNextPage()
  }, [needsOlder, isFetching, fetchNextPage])
  return rows
}
