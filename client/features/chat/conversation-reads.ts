import type { InfiniteData, Query, QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Rows } from '#client/lib/api.ts'
import { invalidateInBackground } from '#client/lib/background-reads.ts'
import { pagesOf, readOf } from '#client/lib/query-client.ts'
import type { ServerFrame } from '#contract/chat/frames.ts'
import { type ChatConversation, getConversation, listConversations } from '#contract/chat/inbox.ts'
import { type ChatNote, listNotes } from '#contract/chat/notes.ts'
import type { Received } from '#contract/endpoint.ts'

/** One conversation, in which perhaps nothing was said yet. */
export type OpenedConversation = Received<typeof getConversation>

type Pages<R> = InfiniteData<Rows<R>, number>
type FrameData<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T; data: unknown }>['data']

/** Lists and single conversations, not what lies below one, such as its notes. */
const conversations: QueryFilters = {
  queryKey: [listConversations.path],
  predicate: ({ queryKey }: Query) => queryKey.every((part, index) => index < 2 || part === 'pages'),
}

/** Reads them anew, where they show. */
export const refreshConversations = (client: QueryClient) =>
  void invalidateInBackground(client, conversations as QueryFilters)

/** Those that are missing are read where a conversation shows. */
export const refreshNotes = (client: QueryClient) =>
  void invalidateInBackground(client, {
    queryKey: [listConversations.path],
    predicate: ({ queryKey }: Query) => queryKey.includes('notes'),
  })

const change = (client: QueryClient, id: string, changes: Partial<ChatConversation>) => {
  client.setQueryData<OpenedConversation>(
    readOf(getConversation, { params: { conversationId: id } }).queryKey,
    (known) => known && { ...known, ...changes },
  )
  client.setQueriesData<Pages<ChatConversation>>(
    { queryKey: [listConversations.path], predicate: ({ queryKey }) => typeof queryKey[1] === 'object' },
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          rows: page.rows.map((row) => (row.id === id ? { ...row, ...changes } : row)),
        })),
      },
  )
}

/** Who answers it, and whether it is closed, as the server tells it. */
export const setState = (client: QueryClient, { id, assignedTo, closedAt }: FrameData<'chat_conversation'>) =>
  change(client, id, { assignedTo, closedAt })

export const setPresent = (client: QueryClient, { conversationId, present }: FrameData<'presence'>) =>
  change(client, conversationId, { present })

export const notesOf = (conversationId: string) => pagesOf(listNotes, { params: { conversationId } })

/** The latest of them come first. One that is told twice stands once. */
export const addNote = (client: QueryClient, note: ChatNote) =>
  client.setQueryData<Pages<ChatNote>>(notesOf(note.conversationId).queryKey, (known) => {
    const [first, ...others] = known?.pages ?? []
    if (!known || !first || known.pages.some(({ rows }) => rows.some(({ id }) => id === note.id)))
      return known
    return { ...known, pages: [{ rows: [note, ...first.rows], total: first.total + 1 }, ...others] }
  })
