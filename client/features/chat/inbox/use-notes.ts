import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { notesOf } from '../conversation-reads.ts'

/** The notes beside a conversation, from the first of its messages that show. */
export const useNotes = (conversationId: string, messages: readonly ChatMessage[]) => {
  const notes = useInfiniteQuery({ ...notesOf(conversationId), refetchOnMount: 'always' })
  const rows = notes.data?.pages.flatMap((page) => page.rows) ?? []
  const firstSeq = messages[0]?.seq ?? 0
  const lacksOlder = notes.hasNextPage && (rows.at(-1)?.afterSeq ?? 0) >= firstSeq
  const { fetchNextPage, isFetching } = notes
  useEffect(() => {
    if (lacksOlder && !isFetching) void fetchNextPage()
  }, [lacksOlder, isFetching, fetchNextPage])
  return rows
}
