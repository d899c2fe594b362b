import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Rows } from '#client/lib/api.ts'
import { patchRow } from '#client/lib/cached-rows.ts'
import { pagesOf, queryClient, readOf } from '#client/lib/query-client.ts'
import { type ChatConversation, getConversation, listConversations } from '#contract/chat/inbox.ts'
import type { ChatMessage } from '#contract/chat/messages.ts'
import { type ChatNote, listNotes } from '#contract/chat/notes.ts'
import type { Received, Sent } from '#contract/endpoint.ts'

/** A conversation that may have no message yet. */
export type OpenedConversation = Received<typeof getConversation>

export type ConversationQuery = NonNullable<Sent<typeof listConversations, 'query'>>

/** Conversations, page by page, as one list. */
export const useConversations = (query: ConversationQuery) =>
  useInfiniteQuery({
    ...pagesOf(listConversations, { query }),
    placeholderData: keepPreviousData,
    select: ({ pages }) => pages.flatMap((page) => page.rows),
  })

/** Changes a conversation wherever it is shown. */
export const patchConversation = ({ id, ...changes }: { id: string } & Partial<ChatConversation>) => {
  const opened = readOf(getConversation, { params: { conversationId: id } })
  queryClient.setQueryData(opened.queryKey, (conversation) => conversation && { ...conversation, ...changes })
  patchRow<ChatConversation>(queryClient, [listConversations.path], id, (row) => ({ ...row, ...changes }))
}

const notesOf = (conversationId: string) => pagesOf(listNotes, { params: { conversationId } })

/** Adds a note to the first page, unless it is there already. */
export const insertNote = (note: ChatNote) =>
  queryClient.setQueryData<InfiniteData<Rows<ChatNote>, number>>(
    notesOf(note.conversationId).queryKey,
    (notes) => {
      const [first, ...others] = notes?.pages ?? []
      if (!notes || !first || notes.pages.some(({ rows }) => rows.some(({ id }) => id === note.id)))
        return notes
      return { ...notes, pages: [{ rows: [note, ...first.rows], total: first.total + 1 }, ...others] }
    },
  )

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
